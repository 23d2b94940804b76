import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { mayAsk, senderOf } from '#features/approvals/before-live.ts';
import type { StaffBusiness } from '#features/approvals/contract.ts';
import { staffBusinessQuery } from '#features/approvals/web/approvals-queries.ts';
import { BusinessEdits } from '#features/approvals/web/business-edits.tsx';
import { BusinessFacts, LookAlikes, SubmitterFacts } from '#features/approvals/web/business-facts.tsx';
import { DuplicateDialog } from '#features/approvals/web/duplicate-dialog.tsx';
import { EditsForm } from '#features/approvals/web/edits-form.tsx';
import { RejectForm } from '#features/approvals/web/reject-form.tsx';
import { useBusinessDecisions } from '#features/approvals/web/use-business-decisions.ts';
import { History } from '#features/audit/web/history.tsx';
import { ConfirmedNote } from '#features/businesses/web/confirmed-note.tsx';
import { DeleteBusiness } from '#features/businesses/web/delete-business.tsx';
import { HideForm } from '#features/businesses/web/hide-form.tsx';
import { MergeForm } from '#features/businesses/web/merge-form.tsx';
import { StaffOffers } from '#features/businesses/web/staff-offers.tsx';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import { BusinessEventsList } from '#features/events/web/business-events-list.tsx';
import { AskSender, SenderTalk } from '#features/listing-questions/web/ask-sender.tsx';
import { notYetForStaff } from '#features/managers/hand-over-words.ts';
import { getOwnerChange } from '#features/managers/staff-contract.ts';
import { ChangeOwnerForm } from '#features/managers/web/change-owner-form.tsx';
import { StaffAnnouncements } from '#features/owner-posts/web/staff-announcements.tsx';
import { StaffRecommendations } from '#features/recommendations/web/staff-recommendations.tsx';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { SmallButton, StaffHeading, StaffPart, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function Page() {
  const { id = '' } = usePageParams();
  const { data: business, error, refetch } = useQuery(staffBusinessQuery(id));
  if (business) return <BusinessDesk key={business.id} business={business} />;
  if (isNotFound(error)) return <PageMissing />;
  return error ? <LoadFailed message="We could not load this business." onRetry={() => void refetch()} /> : <Spinner />;
}

type Mode = 'look' | 'edit' | 'reject' | 'ask' | 'hide' | 'merge';

/** The form that is open. The button that opened it has the focus again afterwards; one that is gone gives it to the first. */
function useMode() {
  const [mode, setMode] = useState<Mode>('look');
  const bar = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (mode !== 'look' || opener.current === null) return;
    // Somebody may have gone on meanwhile, as to the toast with its Undo.
    const isLost = document.activeElement === document.body;
    if (isLost) (opener.current.isConnected ? opener.current : bar.current?.querySelector('button'))?.focus();
    opener.current = null;
  }, [mode]);
  return {
    ...{ mode, bar },
    back: () => setMode('look'),
    open: (next: Mode) => (event: { currentTarget: HTMLElement }) => {
      opener.current = event.currentTarget;
      setMode(next);
    },
  };
}

const isOffByOwner = ({ status, hiddenByOwner }: StaffBusiness) => status === 'hidden' && hiddenByOwner;

function StateNotes({ business }: { business: StaffBusiness }) {
  return (
    <>
      {business.rejectionReason ? <p className="mb-3 text-16">Rejected: {business.rejectionReason}</p> : null}
      {isOffByOwner(business) ? (
        <p className="mb-3 text-16">
          {business.owner
            ? 'Its owner took it off the directory, and can put it back. Once you hide it, only staff can.'
            : 'Its former owner took it off the directory.'}
        </p>
      ) : null}
      <p className="mb-3 text-16 text-ink-soft empty:hidden">
        <ConfirmedNote confirmedAt={business.confirmedAt} />
      </p>
    </>
  );
}

type Rejection = Pick<ComponentProps<typeof RejectForm>, 'onReject' | 'onCancel'>;

const Rejecting = ({ business, ...acts }: Rejection & { business: StaffBusiness }) => (
  <RejectForm about="listing" id={business.id} listing={business} {...acts} />
);

function BusinessDesk({ business }: { business: StaffBusiness }) {
  const { mode, open, back, bar } = useMode();
  const desk = useBusinessDecisions(business, back);
  const { isPending, duplicate } = desk;
  const { id, name, slug, status, featuredByStaff } = business;
  return (
    <>
      {desk.giftDialog}
      {duplicate ? <DuplicateDialog question={duplicate} onClose={desk.closeDuplicate} /> : null}
      <StaffHeading title={name}>
        <StatusBadge status={status} />
      </StaffHeading>
      <StateNotes business={business} />
      <div ref={bar} className="mb-5 flex flex-wrap gap-2">
        {status === 'pending' || status === 'rejected' ? (
          <SmallButton look="primary" disabled={isPending} onClick={() => void desk.approve()}>
            Approve
          </SmallButton>
        ) : null}
        {status === 'pending' ? <SmallButton onClick={open('reject')}>Reject</SmallButton> : null}
        {mayAsk(business) ? <SmallButton onClick={open('ask')}>Ask back</SmallButton> : null}
        <SmallButton onClick={open('edit')}>Edit</SmallButton>
        <Link to={`/edit-business/${id}`} className={buttonClass('secondary')}>
          Photos and hours
        </Link>
        <SmallButton disabled={isPending} onClick={desk.feature}>
          {featuredByStaff ? 'Unfeature' : 'Feature'}
        </SmallButton>
        {status === 'approved' ? (
          <SmallButton disabled={isPending} onClick={desk.confirm}>
            Still right
          </SmallButton>
        ) : null}
        {status === 'approved' || isOffByOwner(business) ? (
          <SmallButton onClick={open('hide')}>Hide</SmallButton>
        ) : null}
        {status === 'hidden' ? (
          <SmallButton disabled={isPending} onClick={() => void desk.unhide()}>
            Unhide
          </SmallButton>
        ) : null}
        <SmallButton onClick={open('merge')}>Merge</SmallButton>
        {status === 'approved' ? (
          <Link to={`/business/${slug}`} className={buttonClass('quiet')}>
            View page
          </Link>
        ) : null}
      </div>
      <div className="grid gap-6">
        {mode === 'edit' ? (
          <EditsForm
            business={business}
            id={id}
            isPending={isPending}
            refusal={desk.refusal}
            label="Save"
            onSubmit={desk.save}
            onCancel={back}
          />
        ) : (
          <BusinessFacts business={business} />
        )}
        {mode === 'reject' ? <Rejecting business={business} onReject={desk.reject} onCancel={back} /> : null}
        {status === 'pending' ? <Asking business={business} isAsking={mode === 'ask'} onClose={back} /> : null}
        {mode === 'hide' && status === 'approved' ? (
          <HideForm
            businessId={id}
            hasOwner={business.owner !== null}
            isPending={isPending}
            onHide={desk.hide}
            onCancel={back}
          />
        ) : null}
        {mode === 'merge' ? (
          <StaffPart title="Merge into another business">
            <MergeForm business={business} />
          </StaffPart>
        ) : null}
        <Owner business={business} />
        <OwnersWords business={business} />
        <div id="recommendations">
          <StaffPart title="Recommendations">
            <StaffRecommendations businessId={id} />
          </StaffPart>
        </div>
        <StaffPart title="Sent in by">
          <SubmitterFacts sender={business} />
        </StaffPart>
        <StaffPart title="Possible duplicates">
          <LookAlikes
            business={business}
            onReject={isPending ? undefined : (of) => void desk.rejectAsDuplicate(of)}
            onGive={isPending ? undefined : (of) => desk.askGift(business, of)}
          />
        </StaffPart>
        <Past business={business} />
      </div>
    </>
  );
}

/** The question to the sender of a new listing, and the talk so far. */
function Asking({ business, isAsking, onClose }: { business: StaffBusiness; isAsking: boolean; onClose: () => void }) {
  const { id, question, talk } = business;
  const name = senderOf(business);
  return (
    <>
      {isAsking ? <AskSender id={id} name={name} onClose={onClose} /> : null}
      <SenderTalk id={id} name={name} question={question} talk={talk} />
    </>
  );
}

/** All that has happened to it, and the end. */
function Past({ business }: { business: StaffBusiness }) {
  const { id } = business;
  return (
    <>
      <StaffPart title="Edits">
        <BusinessEdits id={id} />
      </StaffPart>
      <StaffPart title="History">
        <History id={id} />
      </StaffPart>
      <DeleteBusiness business={business} />
    </>
  );
}

/** Offers, announcements and events. */
function OwnersWords({ business }: { business: StaffBusiness }) {
  return (
    <>
      {business.offers.length > 0 ? (
        <StaffPart title="Offers">
          <StaffOffers business={business} />
        </StaffPart>
      ) : null}
      <div id="announcements">
        <StaffPart title="Announcements">
          <StaffAnnouncements businessId={business.id} />
        </StaffPart>
      </div>
      <StaffPart title="Events">
        <BusinessEventsList businessId={business.id} />
      </StaffPart>
    </>
  );
}

/** Said before anybody writes a reason and gives a password: what runs or waits, and where it ends. */
function OwnerLater({ first }: { first: 'open-claim' | keyof typeof notYetForStaff }) {
  return (
    <p className="mt-2 max-w-[66ch] text-16 [overflow-wrap:anywhere]">
      {first === 'open-claim' ? (
        <>
          A claim on it waits, so its owner cannot be changed yet. Decide on the claim in the{' '}
          <StaffLink to="/staff">queue</StaffLink> first.
        </>
      ) : (
        notYetForStaff[first]
      )}
    </p>
  );
}

function Owner({ business: { id, owner } }: { business: StaffBusiness }) {
  const [isAsked, setAsked] = useState(false);
  const { data: change } = useQuery(endpointQuery(getOwnerChange, { params: { id } }));
  const first = change?.first ?? null;
  return (
    <StaffPart title="Owner">
      <p className="text-16">
        {owner ? (
          <>
            <StaffLink to={`/staff/people/${owner.id}`}>{owner.username}</StaffLink> ·{' '}
            <a href={`mailto:${owner.email}`}>{owner.email}</a>
          </>
        ) : (
          'It has no owner.'
        )}
      </p>
      {first !== null ? (
        <OwnerLater first={first} />
      ) : isAsked ? (
        <ChangeOwnerForm businessId={id} owner={owner} paid={change?.paid ?? null} onClose={() => setAsked(false)} />
      ) : (
        <p className="mt-3">
          <SmallButton onClick={() => setAsked(true)}>Change owner</SmallButton>
        </p>
      )}
    </StaffPart>
  );
}
