/** Tells whether something was paid with an account, without asking the payment service. */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { isOrderOf } from '#features/billing/server/orders-of-person.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, type claims, listingOrders, moneyActs, type subscriptions } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';

type Row = typeof subscriptions.$inferSelect;

interface Plan {
  subscription: Row;
  claim: typeof claims.$inferSelect | null;
}

/** The payment service ends the hold of a rejected or withdrawn claim a moment later; nothing will be due for it. */
export function isHoldOfClosed({ paidThrough }: Row, claim: string | null): boolean {
  const closed = ['rejected', 'withdrawn', 'superseded', 'lapsed', 'expired'];
  return paidThrough === null && claim !== null && closed.includes(claim);
}

/** A first payment that has not come yet: the hold of a claim, or a card that was declined. */
const isUnpaid = ({ paidThrough, status, failedAt }: Row) =>
  paidThrough === null && (failedAt !== null || ['trialing', 'incomplete', 'incomplete_expired'].includes(status));

/** A payment that was wholly given back has a bill, too. @param plans all plans that the person ever had */
export async function hasBills(
  db: Database,
  person: Pick<SessionUser, 'id' | 'email' | 'emailVerified'>,
  plans: readonly Plan[],
): Promise<boolean> {
  const isHold = ({ subscription, claim }: Plan) => isHoldOfClosed(subscription, claim?.status ?? null);
  if (plans.some((plan) => !isHold(plan) && !isUnpaid(plan.subscription))) return true;
  const cash = await db.$count(moneyActs, and(eq(moneyActs.userId, person.id), eq(moneyActs.kind, 'cash')));
  if (cash > 0) return true;
  if ((await db.$count(listingOrders, and(isOrderOf(person), isNotNull(listingOrders.paidAt)))) > 0) return true;
  return cameTooLate(db, plans.filter(isHold), person.id);
}

/** A payment for a claim that had ended goes back by itself, and leaves a line in the history of its listing. */
async function cameTooLate(db: Database, holds: readonly Plan[], userId: string): Promise<boolean> {
  const listings = holds.flatMap(({ claim }) => claim?.businessId ?? []);
  if (listings.length === 0) return false;
  const { subjectType, subjectId, action, data } = auditLog;
  const isOfListing = and(eq(subjectType, 'business'), inArray(subjectId, listings));
  const isBack = and(eq(action, 'claim.given-back'), eq(sql`${data} ->> 'claimant'`, userId));
  return (await db.$count(auditLog, and(isOfListing, isBack))) > 0;
}
