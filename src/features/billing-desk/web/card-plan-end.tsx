import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { AskFirst } from '#features/staff-frame/web/ask-first.tsx';
import { KeptReason, noReason } from '#features/staff-frame/web/kept-reason.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { isReason } from '#shared/reason.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { canEnd, canGoOn } from '../card-plan.ts';
import { endCardPlan, keepCardPlan } from '../card-plan-contract.ts';
import type { StaffSubscription } from '../staff-contract.ts';
import { underWay } from './plan-forms.tsx';

const keep = (client: QueryClient, id: string, reason: string) =>
  withProof(client, () => callApi(client, keepCardPlan, { params: { id }, body: { id: crypto.randomUUID(), reason } }));

/** Lets a plan by card end with its paid time, without money back, or go on after all. */
export function CardPlanEnd({ subscription }: { subscription: StaffSubscription }) {
  if (canEnd(subscription)) return <End subscription={subscription} />;
  return canGoOn(subscription) ? <Keep subscription={subscription} /> : null;
}

/** The listing of a claim has no owner once its plan is over. */
function End({ subscription }: { subscription: StaffSubscription }) {
  const { id, kind, business, paidThrough, failedAt } = subscription;
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);
  const actId = useRef(crypto.randomUUID());
  async function end() {
    const body = { id: actId.current, reason };
    await run(
      async () => {
        const { answer } = await withProof(client, () => callApi(client, endCardPlan, { params: { id }, body }));
        settle();
        return answer;
      },
      ({ isUnderWay }) => (isUnderWay ? underWay : 'The plan ends with its paid time'),
      () => ({ about: `plan-end:${id}`, putBack: () => keep(client, id, 'Undone at once: it was a mistake') }),
    );
    // Another end is another act.
    actId.current = crypto.randomUUID();
  }
  const until =
    paidThrough && failedAt === null
      ? `on ${formatDate(paidThrough, timeZone)}`
      : 'with the days that there are to pay';
  const after = kind === 'owner_premium' ? '' : ` Then ${business?.name ?? 'the listing'} has no owner.`;
  return (
    <AskFirst
      label="End with its period..."
      consequence={`It ends ${until}, and the card is not charged any more. Nothing is given back, and until then everything stays as it is.${after} They get an email with your reason, unless they are banned.`}
      action="Yes, let it end"
      isPending={isPending}
      isReady={isReason(reason)}
      onSure={() => void end()}
    >
      <KeptReason thing={`plan-end:${id}`} label="Why?" maxLength={1000} onChange={setTyped} />
    </AskFirst>
  );
}

function Keep({ subscription: { id } }: { subscription: StaffSubscription }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const [{ reason, settle }, setTyped] = useState(noReason);
  const goOn = async () => {
    const { answer } = await keep(client, id, reason);
    settle();
    return answer;
  };
  return (
    <AskFirst
      label="Let it go on..."
      consequence="The end is taken back: the plan goes on, and the card is charged for the next period. They get an email, unless they are banned."
      action="Yes, let it go on"
      isPending={isPending}
      isReady={isReason(reason)}
      onSure={() => void run(goOn, ({ isUnderWay }) => (isUnderWay ? underWay : 'The plan goes on'))}
    >
      <KeptReason thing={`plan-kept:${id}`} label="Why?" maxLength={1000} onChange={setTyped} />
    </AskFirst>
  );
}
