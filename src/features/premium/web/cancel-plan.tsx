import { useId, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { keepFocusNear } from '#web/ui/keep-focus-near.ts';
import { cancelPlan, type OwnPlan } from '../contract.ts';
import { afterPremium, type OtherPremium } from '../plan-words.ts';
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
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const question = useId();
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
  // The button keeps its place: without it, the next one would slide under the second click of a double click.
  const button = (
    <Button
      look="secondary"
      ref={opener}
      className={isAsked ? 'invisible' : undefined}
      aria-label={`Cancel ${title}`}
      onClick={() => setAsked(true)}
    >
      Cancel...
    </Button>
  );
  if (!isAsked) return button;
  return (
    <>
      {button}
      <fieldset aria-labelledby={question} className="grid basis-full gap-3 rounded-control bg-gold-ground p-4">
        <p id={question} className="text-16" tabIndex={-1} ref={takeFocus}>
          <strong className="font-semibold">{isOver ? 'End it now?' : `End it on ${day}?`}</strong>{' '}
          {consequence(plan, isOver)}{' '}
          {plan.business === null
            ? `Then: ${afterPremium(others, until, timeZone)}`
            : 'Then the listing stays with all that you have written, without an owner: somebody else may claim it.'}
          {more ? ` ${more}` : ''}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {cancel.isPending ? 'Canceling...' : 'Cancel this plan'}
          </Button>
          <Button
            look="secondary"
            disabled={cancel.isPending}
            onClick={() => {
              setAsked(false);
              requestAnimationFrame(() => opener.current?.focus());
            }}
          >
            Go on with it
          </Button>
        </div>
      </fieldset>
    </>
  );
}
