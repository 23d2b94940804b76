import { useQuery } from '@tanstack/react-query';
import { AskSender, SenderTalk } from '#features/listing-questions/web/ask-sender.tsx';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { mayAsk, senderOf } from '../before-live.ts';
import type { StaffBusiness } from '../contract.ts';
import { staffBusinessQuery } from './approvals-queries.ts';
import { BusinessFacts, LookAlikes, SubmitterFacts } from './business-facts.tsx';
import { EditsForm, type TypedEdits } from './edits-form.tsx';
import { RejectForm } from './reject-form.tsx';

export type ReviewMode = 'look' | 'reject' | 'edit' | 'ask';

interface Decision {
  approve: (business: StaffBusiness, typed?: TypedEdits) => Promise<FieldErrors | null>;
  reject: (business: StaffBusiness, reason: string, sent: () => void, tell: boolean) => void;
  rejectAsDuplicate: (business: StaffBusiness, of: string) => void;
  askGift: (business: StaffBusiness, of: string) => void;
}

interface ListingReviewProps extends Decision {
  id: string;
  mode: ReviewMode;
  onMode: (mode: ReviewMode) => void;
  isPending: boolean;
  /** The sentence of the last refusal over what others have saved. */
  refusal: string | null;
}

/** Everything on which staff decide, the three decisions, and the question before them. */
export function ListingReview({ id, mode, onMode, isPending, refusal, ...decisions }: ListingReviewProps) {
  const { approve, reject, rejectAsDuplicate, askGift } = decisions;
  const { data: business, isError, refetch } = useQuery(staffBusinessQuery(id));
  if (business === undefined) {
    return isError ? (
      <LoadFailed message="We could not load this business." onRetry={() => void refetch()} />
    ) : (
      <Spinner />
    );
  }
  const sender = senderOf(business);
  return (
    <div className="grid gap-5">
      {mode === 'edit' ? (
        <EditsForm
          business={business}
          id={id}
          isPending={isPending}
          refusal={refusal}
          label="Approve with these edits"
          onSubmit={(typed) => approve(business, typed)}
          onCancel={() => onMode('look')}
        />
      ) : (
        <BusinessFacts business={business} />
      )}
      <section>
        <h3 className="mb-1.5 text-18">Sent in by</h3>
        <SubmitterFacts sender={business} />
      </section>
      <section>
        <h3 className="mb-1.5 text-18">Possible duplicates</h3>
        <LookAlikes
          business={business}
          onReject={mode === 'look' && !isPending ? (of) => rejectAsDuplicate(business, of) : undefined}
          onGive={mode === 'look' && !isPending ? (of) => askGift(business, of) : undefined}
        />
      </section>
      <SenderTalk id={id} name={sender} question={business.question} talk={business.talk} />
      {mode === 'ask' ? <AskSender id={id} name={sender} onClose={() => onMode('look')} /> : null}
      {mode === 'reject' ? (
        <RejectForm
          about="listing"
          id={id}
          listing={business}
          onReject={(...given) => reject(business, ...given)}
          onCancel={() => onMode('look')}
        />
      ) : null}
      {mode === 'look' ? (
        <div className="flex flex-wrap gap-2">
          <Button disabled={isPending} onClick={() => void approve(business)}>
            Approve
          </Button>
          <Button look="secondary" disabled={isPending} onClick={() => onMode('edit')}>
            Approve with edits
          </Button>
          <Button look="secondary" disabled={isPending} onClick={() => onMode('reject')}>
            Reject
          </Button>
          {mayAsk(business) ? (
            <Button look="secondary" disabled={isPending} onClick={() => onMode('ask')}>
              Ask back
            </Button>
          ) : null}
          <ButtonLink look="quiet" to={`/staff/businesses/${id}`}>
            More
          </ButtonLink>
        </div>
      ) : null}
    </div>
  );
}
