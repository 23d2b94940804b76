import { type RefObject, useId, useLayoutEffect } from 'react';
import { planTitle } from '#features/billing/plan-title.ts';
import { describePrice } from '#features/billing/price-story.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Leaving, RunningPlan } from '../contract.ts';
import { cashTitle, lastDayWith, prepaidTitle, takenOverTitle, waitingWords, withoutOwner } from '../plan-words.ts';

/** 'now': nothing is paid ahead. */
export type Choice = 'now' | 'end' | 'refund';

interface SecondQuestionProps {
  dialog: RefObject<HTMLDialogElement | null>;
  leaving: Leaving;
  /** Null when the dialog is closed. */
  choice: Choice | null;
  isPending: boolean;
  onConfirm: () => void;
  /** Called however it was closed. */
  onClose: () => void;
}

/** In the page only while it is open. Names each plan with its date or refund. */
export function SecondQuestion({ dialog, choice, onClose, ...rest }: SecondQuestionProps) {
  const titleId = useId();
  const isAsked = choice !== null;
  useLayoutEffect(() => {
    if (!isAsked || dialog.current?.open) return;
    dialog.current?.showModal();
    // Not on the first button: the Enter key that opened the dialog may repeat.
    dialog.current?.querySelector<HTMLButtonElement>('button:last-of-type')?.focus();
  }, [isAsked, dialog]);
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="report-dialog" onClose={onClose}>
      {choice === null ? null : <Question {...rest} choice={choice} titleId={titleId} dialog={dialog} />}
    </dialog>
  );
}

type QuestionProps = Omit<SecondQuestionProps, 'choice' | 'onClose'> & { choice: Choice; titleId: string };

function Question({ dialog, leaving, choice, isPending, onConfirm, titleId }: QuestionProps) {
  const { timeZone, prices } = useCity();
  const { plans, cashPlans, prepaid, credit, paidUntil, refundCents } = leaving;
  const date = paidUntil === null ? '' : formatDate(paidUntil, timeZone);
  return (
    <div className="grid gap-4 p-5 text-16 sm:p-7">
      <h2 id={titleId} className="text-26">
        {choice === 'end' ? `Delete your account on ${date}?` : 'Delete your account now?'}
      </h2>
      <p>
        {choice === 'end'
          ? `You can sign in as usual until ${date}, and take this back until then.`
          : 'This cannot be undone.'}
        {choice === 'end' && paidUntil !== null ? ` ${withoutOwner(leaving, paidUntil, timeZone)}` : ''}
        {choice !== 'end' && leaving.listings.length > 0
          ? ' Your listings stay in the directory without an owner.'
          : ''}
        {waitingWords(leaving)}
        {leaving.listings.length > 0 && prices.claim > 0
          ? ` To get one of these listings back later, you would have to claim it, for ${describePrice(prices, 'claim')}.`
          : ''}
      </p>
      <p>
        Your bills are out of reach {choice === 'end' ? 'from then on' : 'afterwards'}.{' '}
        <Link to="/dashboard/bills" className="underline">
          Save those that you need
        </Link>{' '}
        first.
      </p>
      {plans.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5">
          {plans.map((plan) => (
            <li key={plan.id}>
              <strong>{planTitle(plan)}</strong> {fate(plan, choice, paidUntil, timeZone)}
            </li>
          ))}
        </ul>
      ) : null}
      {choice === 'end'
        ? leaving.takenOver.map((one) => (
            <p key={one.businessId}>
              <strong>{takenOverTitle(one)}</strong> {endsOn(lastDayWith(one.until, paidUntil ?? one.until), timeZone)}{' '}
              {noOwner}
            </p>
          ))
        : null}
      {cashPlans.map(({ id, endsAt, unusedCents }) => (
        <p key={id}>
          <strong>{cashTitle}</strong>{' '}
          {choice === 'end'
            ? `ends on ${formatDate(endsAt, timeZone)}.`
            : `ends now. ${formatDollars(unusedCents)} of it is not used; answer our email or write to us, and we give it back as you paid it.`}
        </p>
      ))}
      {prepaid.map((one) => (
        <p key={one.id}>
          <strong>{prepaidTitle(one)}</strong>{' '}
          {choice === 'end'
            ? `ends on ${formatDate(one.endsAt, timeZone)}.`
            : `was paid for once, with the listing, and stays with it until ${formatDate(one.endsAt, timeZone)}. Nothing of that goes back to your card.`}
        </p>
      ))}
      {choice === 'end' && credit !== null ? (
        <p>
          <strong>Your credit of {formatDollars(credit.endCents)}</strong> goes back to your card then: no bill will use
          it.
        </p>
      ) : null}
      {choice !== 'end' && credit !== null && credit.nowCents > 0 ? (
        <p>
          <strong>{formatDollars(credit.nowCents)} of your credit</strong> goes back to your card, too.
        </p>
      ) : null}
      {choice === 'refund' && refundCents !== null && refundCents > 0 ? (
        <p>In all, {formatDollars(refundCents)} goes back to the card that paid.</p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button look="danger" disabled={isPending} onClick={onConfirm}>
          {isPending ? 'Deleting...' : choice === 'end' ? `Yes, Delete on ${date}` : 'Yes, Delete Now'}
        </Button>
        <Button look="secondary" onClick={() => dialog.current?.close()}>
          Go Back
        </Button>
      </div>
    </div>
  );
}

const noOwner = 'From then on the listing has no owner.';
const endsOn = (at: string, timeZone: string) => `ends on ${formatDate(at, timeZone)}.`;

function fate(
  { business, refundCents, paidThrough, lastDay, state }: RunningPlan,
  choice: Choice,
  deletesAt: string | null,
  timeZone: string,
): string {
  if (choice === 'end' && lastDay !== null) {
    const end = endsOn(lastDayWith(lastDay, deletesAt ?? lastDay), timeZone);
    return [
      end,
      ...(paidThrough === null ? ['Nothing is charged for it.'] : []),
      ...(business === null ? [] : [noOwner]),
    ].join(' ');
  }
  if (paidThrough === null) return 'ends, and nothing is charged.';
  if (state === 'disputed') return 'ends now. The bank decides about the disputed payment.';
  if (refundCents === null) return 'ends now, and its unused part goes back to your card.';
  return refundCents === 0
    ? 'ends now, with nothing to give back.'
    : `ends now, and ${formatDollars(refundCents)} goes back to your card.`;
}
