import { writeAudit } from '#features/audit/server/write-audit.ts';
import { csvDollars, csvTime } from '#server/csv-rows.ts';
import type { Services } from '#server/http/serve.ts';
import { csvLine } from '#shared/csv-line.ts';
import { type CardMovement, cardMoney, periodOf } from './card-money.ts';

/**
 * Writes the card payments of plans in a month, and their refunds, as a CSV file without formulas, for the books. It is sent
 * while Stripe's pages are read; a failure on the way breaks the download off, so that half a month never looks like one.
 * Written to the audit log.
 * @throws Problem 'conflict' without keys, 'unavailable'
 */
export async function exportPlanPayments(
  site: Pick<Services, 'db' | 'env' | 'city'>,
  { month }: { month: string },
  { actorId }: { actorId: string },
): Promise<AsyncGenerator<string>> {
  const { timeZone } = site.city.facts;
  const pages = cardMoney(site, periodOf(month, timeZone));
  // Asked before the answer begins: afterwards nothing could be said any more.
  const first = await pages.next();
  await writeAudit(site.db, {
    actorId,
    action: 'billing.exported',
    subjectType: 'subscription',
    subjectId: 'plan-payments',
    data: { month },
  });
  return write(first, pages, timeZone);
}

type Pages = ReturnType<typeof cardMoney>;

async function* write(first: IteratorResult<CardMovement[]>, rest: Pages, timeZone: string): AsyncGenerator<string> {
  const columns: Record<string, (row: CardMovement) => string | null> = {
    number: ({ number }) => number,
    date: ({ at }) => csvTime(at, timeZone),
    paid: ({ kind, cents }) => (kind === 'payment' ? csvDollars(cents) : null),
    'given back': ({ kind, cents }) => (kind === 'refund' ? csvDollars(cents) : null),
    'tax in it': ({ taxCents }) => csvDollars(taxCents),
    'paid for': ({ what }) => what,
    business: ({ business }) => business,
    person: ({ person }) => person,
    mailbox: ({ mailbox }) => mailbox,
    payment: ({ payment }) => payment,
  };
  const values = Object.values(columns);
  const linesOf = (page: CardMovement[]) =>
    page.map((row) => csvLine(values.map((value) => value(row) ?? ''))).join('');
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  if (first.done) return;
  yield linesOf(first.value);
  for await (const page of rest) yield linesOf(page);
}
