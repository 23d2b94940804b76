import { discountTitle } from '#features/billing/held-discount.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { MoneyNote } from '../contract.ts';
import { Frame } from './billing-notices.tsx';

/** The things that staff have done about the owner's money: a plan that runs stands open, the rest is folded away. */
export function MoneyNotes({ notes }: { notes: readonly MoneyNote[] }) {
  const { timeZone } = useCity();
  const running = notes.filter(({ isRunning }) => isRunning);
  const others = notes.filter(({ isRunning }) => !isRunning);
  return (
    <>
      {running.map((note) => (
        <Frame key={note.id} title={`Premium until ${lastDay(note, timeZone)}`}>
          {note.kind === 'cash' ? paidWords(note) : 'With our compliments.'} It covers all your listings and ends by
          itself; no card is charged for it.
        </Frame>
      ))}
      {others.length > 0 ? (
        <details className="rounded-card border border-line bg-card px-5 py-3 text-16 shadow-card">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            What we have done about your payments
          </summary>
          <ul className="mt-1 mb-2 grid gap-3">
            {others.map((note) => (
              <li key={note.id} className="[overflow-wrap:anywhere]">
                <p>
                  {formatDate(note.at, timeZone)}: {textOf(note, timeZone)}
                </p>
                <p className="text-ink-soft">{note.reason}</p>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

const lastDay = ({ endsAt }: MoneyNote, timeZone: string) => (endsAt === null ? '' : formatDate(endsAt, timeZone));

/** 'Paid: $290, received in cash or by check.', '$290 in cash or by check: $290 of it has not come.' */
function paidWords({ cents, backCents = 0, missingCents = 0 }: MoneyNote): string {
  const amount = formatDollars(cents ?? 0);
  if (backCents + missingCents === 0) return `Paid: ${amount}, received in cash or by check.`;
  const gone = [
    ...(missingCents > 0 ? [`${formatDollars(missingCents)} of it has not come`] : []),
    ...(backCents > 0 ? [`${formatDollars(backCents)} of it was given back to you`] : []),
  ];
  return `${amount} in cash or by check: ${gone.join(', and ')}.`;
}

function textOf(note: MoneyNote, timeZone: string): string {
  const amount = formatDollars(note.cents ?? 0);
  switch (note.kind) {
    case 'refund':
      return `${amount} given back to your card`;
    case 'credit':
      return `${amount} credited; it pays for what is due next, for a plan that runs or a new one`;
    case 'discount':
      return discountTitle(note);
    case 'discount-end':
      return `${discountTitle(note)}: ended; the full price counts from the next payment on`;
    case 'plan-end':
      return 'a plan of yours ends with the time that is paid';
    case 'plan-kept':
      return 'the end of a plan of yours taken back: it goes on';
    case 'complimentary':
      return `Premium with our compliments, until ${lastDay(note, timeZone)}`;
    case 'cash':
      return `${amount} received in cash or by check, for Premium until ${lastDay(note, timeZone)}`;
    case 'cash-back':
      return `${amount} of what you paid in cash or by check given back`;
    case 'cash-missing':
      return `${amount} that we had noted as paid in cash or by check has not come`;
    case 'correction':
      if (note.takenBack) {
        const was = formatDollars(note.takenBack.cents);
        return note.takenBack.kind === 'cash-back'
          ? `our note that ${was} was given back to you taken back: it was wrong`
          : `our note that ${was} has not come taken back: it was wrong`;
      }
      return `your payment in cash or by check corrected, to ${amount}`;
  }
}
