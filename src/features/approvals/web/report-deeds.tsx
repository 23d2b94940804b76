import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hideBusiness } from '#features/businesses/staff-contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { decideRecommendation } from '#features/recommendations/staff-contract.ts';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useMay } from '#features/staff-frame/web/use-may.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { allReportReasons } from '#shared/report-reasons.ts';
import { callApi } from '#web/api-client/call-api.ts';

/** A report is mostly followed by one of these; each can be taken back. Nothing for a letter about neither. */
export function ReportDeeds({ conversation }: { conversation: Conversation }) {
  const mayDecide = useMay(['moderator']);
  if (!mayDecide || conversation.kind !== 'report') return null;
  if (conversation.recommendation) return <RecommendationDeeds recommendation={conversation.recommendation} />;
  return conversation.business?.status === 'approved' ? (
    <HideListing conversation={conversation} business={conversation.business} />
  ) : null;
}

function RecommendationDeeds({ recommendation }: { recommendation: NonNullable<Conversation['recommendation']> }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { id, name, status } = recommendation;
  const decide = (shown: boolean) =>
    void run(
      () =>
        callApi(client, decideRecommendation, {
          params: { id },
          body: { shown, was: status === 'unconfirmed' ? undefined : status },
        }),
      shown ? 'The recommendation is shown' : 'The recommendation is hidden',
      { subjectId: id },
    );
  return (
    <>
      <SmallButton
        disabled={isPending}
        aria-label={`${status === 'shown' ? 'Leave it shown' : 'Show it'}: the recommendation of ${name}`}
        onClick={() => decide(true)}
      >
        {status === 'shown' ? 'Leave it shown' : 'Show it'}
      </SmallButton>
      <SmallButton
        look="danger"
        disabled={isPending}
        aria-label={`${status === 'hidden' ? 'Leave it hidden' : 'Hide it'}: the recommendation of ${name}`}
        onClick={() => decide(false)}
      >
        {status === 'hidden' ? 'Leave it hidden' : 'Hide it'}
      </SmallButton>
    </>
  );
}

interface HideListingProps {
  conversation: Conversation;
  business: NonNullable<Conversation['business']>;
}

function HideListing({ conversation, business }: HideListingProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [isOpen, setOpen] = useState(false);
  const params = { id: business.id };
  const hide = async (reason: string, sent: () => void) => {
    const act = () => callApi(client, hideBusiness, { params, body: { hidden: true, reason } }).then(sent);
    if ((await run(act, `${business.name} is hidden`, { subjectId: business.id })) === null) setOpen(false);
  };
  if (!isOpen) {
    return (
      <SmallButton look="danger" disabled={isPending} onClick={() => setOpen(true)}>
        Hide the listing...
      </SmallButton>
    );
  }
  const said = conversation.reason === null ? '' : ` The report says: ${allReportReasons[conversation.reason]}.`;
  return (
    <div className="w-full">
      <ReasonForm
        thing={`hide:${conversation.id}`}
        label="Why is it hidden?"
        help={`If the listing has an owner, they get this by mail. It can be shown again at any time.${said}`}
        maxLength={1000}
        action="Hide the listing"
        onSubmit={hide}
        onCancel={() => setOpen(false)}
      />
    </div>
  );
}
