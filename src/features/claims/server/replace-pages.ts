import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { businesses, claims, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { endCheckout } from './end-checkout.ts';
import { provesByMailbox } from './find-doubts.ts';
import { openClaimPage } from './start-claim.ts';

/**
 * Replaces the open payment pages of claims that a mailbox proves from now on: they say that nothing is due today, while the card
 * would be charged at once. A page that is open in another window ends; the dashboard leads to the new one.
 */
export async function replacePages(userId: string, services: Services): Promise<void> {
  const { id, name, website, websiteBy } = businesses;
  const { username, email } = users;
  const open = await services.db
    .select({ claim: claims, business: { id, name, website, websiteBy }, user: { id: users.id, username, email } })
    .from(claims)
    .innerJoin(businesses, eq(businesses.id, claims.businessId))
    .innerJoin(users, and(eq(users.id, claims.userId), isNotNull(users.emailVerifiedAt), isNull(users.bannedAt)))
    .where(and(eq(claims.userId, userId), eq(claims.status, 'pending'), isNotNull(claims.sessionId)))
    .orderBy(claims.id);
  for (const { claim, business, user } of open) {
    if (!(await provesByMailbox(services.db, { claimId: claim.id, claimant: user, business }))) continue;
    const asked = { plan: claim.plan, amount: claim.amountCents / 100, businessId: business.id, action: 'claim' };
    try {
      await openClaimPage(asked, { ...user, emailVerified: true }, services);
    } catch (error) {
      // Without Stripe, the job comes again.
      if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
      // It is sold at another price now: the old page would still be paid, and say that nothing is due.
      if (error.code === 'bad_request') await endCheckout(claim, services);
    }
  }
}
