import { and, eq, isNull, lt, notExists, or } from 'drizzle-orm';
import { type BeforeDeletion, deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import { businesses, claims, listingOrders, moneyActs, subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { dayMs } from '#shared/times.ts';

const keptDays = 30;
const maxAtOnce = 1_000;

/**
 * Deletes accounts whose mailbox nobody has confirmed within 30 days, unless they have a listing, a claim or
 * a payment. One that fails does not stop the others.
 */
export async function sweepUnconfirmed(services: Services, before: readonly BeforeDeletion[]): Promise<void> {
  const { db, log, now } = services;
  const theirs = or(eq(businesses.ownerId, users.id), eq(businesses.submittedById, users.id));
  const rows = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(
      and(
        eq(users.role, 'owner'),
        isNull(users.emailVerifiedAt),
        isNull(users.bannedAt),
        lt(users.createdAt, new Date(now().getTime() - keptDays * dayMs)),
        notExists(db.select({ id: businesses.id }).from(businesses).where(theirs)),
        notExists(db.select({ id: claims.id }).from(claims).where(eq(claims.userId, users.id))),
        notExists(db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, users.id))),
        notExists(db.select({ id: moneyActs.id }).from(moneyActs).where(eq(moneyActs.userId, users.id))),
        notExists(db.select({ id: listingOrders.id }).from(listingOrders).where(eq(listingOrders.userId, users.id))),
      ),
    )
    .limit(maxAtOnce);
  for (const person of rows) {
    const note = { siteReason: `Nobody confirmed its mailbox within ${keptDays} days` };
    await deleteOwnAccount(person, services, before, undefined, note).catch((error: unknown) =>
      log.warn({ part: 'accounts', user: person.id, err: error }, 'an unconfirmed account could not be deleted yet'),
    );
  }
}
