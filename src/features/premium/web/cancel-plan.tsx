import { useRef } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { cancelPlan, type OwnPlan } from '../contract.ts';
import { afterPremium, type OtherPremium } from '../plan-words.ts';
import { PlanQuestion } from './plan-question.tsx';
import { usePlanAct } from './use-plan-act.ts';

function consequence({ isOwed, isFirstOwed }: CancelPlanProps['plan'], isOver: boolean): string {
  if (isOver) return 'The payment that did not go through is not tried again, and nothing more is paid for it.';
  if (isFirstOwed)
    return 'Until then the listing stays yours. Nothing was paid for it, and your card is not tried again.';
  if (isOwed) {
    return 'Until then everything stays as it is. The payment that did not go through is not tried again, and nothing more is paid for it.';
  }
  return 'Until then everything stays as it is, and nothing more is paid for it.';
}

interface CancelPlanProps {
  plan: Pick<OwnPlan, 'id' | 'business' | 'isOwed' | 'isFirstOwed'>;
  /** As the page names it: 'Claim: Paper Kite, $25 a month'. */
  title: string;
  /** The end of the paid time, or of the days that there are to pay. */
  until: string;
  /** Other Premium that the listings may have when this plan is over. */
  others: OtherPremium;
  /** A sentence about anything else that ends with it. */
  more?: string | undefined;
}

/** Asks, saying what follows, before a plan is to end with its paid time. Until then it is kept in one click. */
export function CancelPlan({ plan, title, until, others, more }: CancelPlanProps) {
  const { timeZone } = useCity();
  const opener = useRef<HTMLButtonElement>(null);
  const day = formatDate(until, timeZone);
  const isOver = plan.isOwed && Date.parse(until) <= Date.now();
  const cancel = usePlanAct({
    act: (client) => callApi(client, cancelPlan, { body: { id: plan.id } }),
    onDone: () => {
      keepFocusNear(opener.current);
      showToast(
        isOver
          ? { title: 'Canceled: it has ended' }
          : { title: `Canceled: it ends on ${day}`, text: 'Keep my plan takes it back until then.' },
      );
    },
    failed: 'Your plan was not canceled. Check the connection and try again.',
  });
  return (
    <PlanQuestion
      opener={opener}
      label="Cancel..."
      name={`Cancel ${title}`}
      yes={{ label: 'Cancel this plan', saving: 'Canceling...', look: 'danger' }}
      no="Go on with it"
      isPending={cancel.isPending}
      onYes={() => cancel.mutate()}
    >
      <strong className="font-semibold">{isOver ? 'End it now?' : `End it on ${day}?`}</strong>{' '}
      {consequence(plan, isOver)}{' '}
      {plan.business === null
        ? `Then: ${afterPremium(others, until, timeZone)}`
        : 'Then the listing stays with all that you have written, without an owner: somebody else may claim it.'}
      {more ? ` ${more}` : ''}
    </PlanQuestion>
  );
}
