import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs, pendingMoneyActs } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';

export interface MadeGood {
  creditedCents: number;
  refundedCents: number;
}

async function madeGoodOf(tx: Database, subscriptionId: string): Promise<MadeGood> {
  const rows = await tx
    .select({ kind: moneyActs.kind, cents: sql<number>`sum(${moneyActs.cents})::int` })
    .from(moneyActs)
    .where(and(eq(moneyActs.subscriptionId, subscriptionId), inArray(moneyActs.kind, ['credit', 'refund'])))
    .groupBy(moneyActs.kind);
  const [waiting] = await tx
    .select({ cents: sql<number>`coalesce(sum(${pendingMoneyActs.cents}), 0)::int` })
    .from(pendingMoneyActs)
    .where(and(eq(pendingMoneyActs.subscriptionId, subscriptionId), isNull(pendingMoneyActs.refusedAt)));
  const sumOf = (kind: string) => rows.find((row) => row.kind === kind)?.cents ?? 0;
  return { creditedCents: sumOf('credit') + (waiting?.cents ?? 0), refundedCents: sumOf('refund') };
}

/**
 * A complaint is made good once: by a credit or a refund, by one person.
 * @param seen undefined: whatever was done before
 * @throws Problem 'conflict', which names the colleague and what is credited and given back by now
 */
export async function requireMadeGood(
  tx: Database,
  subscriptionId: string,
  seen: MadeGood | undefined,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<void> {
  if (seen === undefined) return;
  const { creditedCents, refundedCents } = await madeGoodOf(tx, subscriptionId);
  const isRefund = refundedCents !== seen.refundedCents;
  if (!isRefund && creditedCents === seen.creditedCents) return;
  const actions = [isRefund ? 'billing.refunded' : 'billing.credited'];
  const deed = isRefund ? 'gave something of this plan back' : 'credited something for this plan';
  const first = await wasFirst(tx, { subjectType: 'subscription', subjectId: subscriptionId, actions }, deed, request);
  const sums = `${formatDollars(creditedCents)} is credited and ${formatDollars(refundedCents)} given back of it now.`;
  throw new Problem('conflict', `${first.message} ${sums} If yours comes beside that, send it once more.`);
}
