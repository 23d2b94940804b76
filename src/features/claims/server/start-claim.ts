import { and, eq, inArray } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { requireUser } from '#features/accounts/server/current-user.ts';
import type { ClaimPlan } from '#features/billing/catalogue.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { askStripe, stripeClient } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';
import { checkoutFault, checkoutMs, minCheckoutMs, openStatuses } from '../claim-rules.ts';
import { ownDomain } from '../mail-domain.ts';
import { claimPriceCents } from '../plans.ts';
import type { ClaimRow } from './claim-rows.ts';
import { endCheckout } from './end-checkout.ts';
import { type OpenCheckout, openCheckout } from './open-checkout.ts';
import { settleCheckout } from './settle-checkout.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'log' | 'now' | 'user'>;
type Business = Pick<typeof businesses.$inferSelect, 'id' | 'slug' | 'name' | 'ownerId' | 'status'>;

interface Wish {
  plan: string;
  /** In dollars. */
  amount: number;
  businessId: string;
  action: string;
}

const again = 'Please try again in a moment.';

/**
 * Begins a claim and opens its Checkout page. The same person, business and plan get the open page again, so
 * that a second click or tab makes no second claim. A claim reserves nothing: until one is approved, anybody
 * may claim.
 * @throws Problem 'bad_request' (plan, amount or action), 'signed_out', 'not_found', 'conflict' (it has an
 * owner, or this person's claim is in review), 'unavailable'
 */
export async function startClaim(wish: Wish, request: Request): Promise<OpenCheckout> {
  const user = requireUser(request.user);
  const fault = checkoutFault(wish);
  if (fault !== null) {
    const { plan, amount, action } = wish;
    request.log.warn({ part: 'claims', userId: user.id, plan, amount, action }, 'a checkout was refused');
    throw new Problem('bad_request', Object.values(fault)[0] ?? '', { fields: fault });
  }
  const plan = wish.plan as ClaimPlan;
  const business = await findClaimable(wish.businessId, user, request);
  // Without keys nothing must be written.
  stripeClient(request.env);

  // Each turn either opens a page or removes an obstacle.
  for (let turn = 0; turn < 4; turn++) {
    const claim = await pendingClaim({ business, user, plan }, request);
    const open = await reopen(claim, plan, request);
    if (open === 'in the way') continue;
    if (open) return open;
    return askStripe(() => openCheckout({ claim, user, business }, request));
  }
  throw new Problem('conflict', `Your earlier checkout for this business is just being closed. ${again}`);
}

async function findClaimable(id: string, user: SessionUser, { db }: Pick<Request, 'db'>): Promise<Business> {
  const { slug, name, ownerId, status } = businesses;
  const [business] = isUuid(id)
    ? await db.select({ id: businesses.id, slug, name, ownerId, status }).from(businesses).where(eq(businesses.id, id))
    : [];
  if (business?.status !== 'approved') throw new Problem('not_found', 'Business not found');
  if (business.ownerId === user.id) throw new Problem('conflict', 'This business is yours already.');
  if (business.ownerId !== null) throw new Problem('conflict', 'This business has been claimed already.');
  return business;
}

interface Wanted {
  business: Business;
  user: SessionUser;
  plan: ClaimPlan;
}

/**
 * The person's open claim on the business, or a new one. @throws Problem 'conflict' while one is in review
 */
async function pendingClaim({ business, user, plan }: Wanted, { db, now }: Request): Promise<ClaimRow> {
  const isOwn = and(
    eq(claims.userId, user.id),
    eq(claims.businessId, business.id),
    inArray(claims.status, [...openStatuses]),
  );
  const at = now();
  const fresh = {
    businessId: business.id,
    userId: user.id,
    mailDomain: ownDomain(user.email),
    plan,
    amountCents: claimPriceCents(plan),
    expiresAt: new Date(Math.floor((at.getTime() + checkoutMs) / 1000) * 1000),
    createdAt: at,
    updatedAt: at,
  };
  const [made] = await db.insert(claims).values(fresh).onConflictDoNothing().returning();
  const [claim] = made ? [made] : await db.select().from(claims).where(isOwn);
  if (claim === undefined) throw new Problem('conflict', `Your earlier claim has just been decided. ${again}`);
  if (claim.status !== 'pending') throw new Problem('conflict', 'Your claim on this business is in review already.');
  return claim;
}

/**
 * Decides about a claim that may have a page: returns its page while that is open; 'in the way' when the
 * claim was closed or sent to review, so that the caller tries again; null when it needs a new page.
 */
async function reopen(claim: ClaimRow, plan: ClaimPlan, request: Request): Promise<OpenCheckout | 'in the way' | null> {
  const leftMs = claim.expiresAt.getTime() - request.now().getTime();
  const isSame = claim.plan === plan && claim.amountCents === claimPriceCents(plan);
  if (claim.sessionId === null) {
    if (isSame && leftMs > minCheckoutMs) return null;
    await endCheckout(claim, request);
    return 'in the way';
  }
  const { sessionId } = claim;
  const session = await askStripe(() => stripeClient(request.env).checkout.sessions.retrieve(sessionId));
  if (session.status === 'open' && isSame && leftMs > 0) return { sessionId, url: claim.sessionUrl };
  if (session.status === 'open') await askStripe(() => endCheckout(claim, request));
  else await askStripe(() => settleCheckout({ ...request, stripe: stripeClient(request.env) }, sessionId));
  return 'in the way';
}
