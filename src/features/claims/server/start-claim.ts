import { and, eq, inArray } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { type ClaimPlan, claimPriceKey, productNames } from '#features/billing/catalogue.ts';
import {
  type CheckoutPage,
  type CheckoutStart,
  openCheckoutPage,
  pageEnd,
} from '#features/billing/server/checkout-page.ts';
import { businesses, claims } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { canWaitFor, checkoutFault, holdDays } from '../claim-rules.ts';
import { openStatuses } from '../claim-states.ts';
import { ownDomain } from '../mail-domain.ts';
import { claimPriceCents } from '../plans.ts';
import type { ClaimRow } from './claim-rows.ts';
import { claimEnd } from './end-checkout.ts';
import { provesByMailbox } from './find-doubts.ts';
import { findSuccession, type Succession } from './owned-by-claim.ts';
import { startFreeClaim } from './start-free-claim.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'log' | 'now' | 'user'>;
type Claimant = Pick<SessionUser, 'id' | 'username' | 'email' | 'emailVerified'>;
type ClaimPage = CheckoutPage & { dueTodayCents: number | null };
type Business = Pick<
  typeof businesses.$inferSelect,
  'id' | 'slug' | 'name' | 'ownerId' | 'status' | 'website' | 'websiteBy'
>;

interface CheckoutRequest {
  plan: string;
  /** In dollars. */
  amount: number;
  businessId: string;
  action: string;
}

/**
 * Begins a claim and opens its Checkout page, or, when the town asks nothing, sends it to review at once. The same person, business and plan get the open page again, so
 * that a second click or tab makes no second claim. A claim reserves nothing: until one is approved, anybody
 * may claim.
 * @throws Problem 'bad_request' (plan, amount or action), 'signed_out', 'not_found', 'conflict' (it has an
 * owner, or this person's claim is in review), 'unavailable'
 */
export const startClaim = async (asked: CheckoutRequest, request: Request): Promise<ClaimPage> =>
  openClaimPage(asked, requireUser(request.user), request);

/** The same for somebody who has not just pressed a button. @throws what startClaim throws, except 'signed_out' */
export async function openClaimPage(
  asked: CheckoutRequest,
  user: Claimant,
  request: Omit<Request, 'user'>,
): Promise<ClaimPage> {
  const fault = checkoutFault(asked, request.city.facts.prices);
  if (fault !== null) {
    const { plan, amount, action } = asked;
    request.log.warn({ part: 'claims', userId: user.id, plan, amount, action }, 'a checkout was refused');
    throw new Problem('bad_request', Object.values(fault)[0] ?? '', { fields: fault });
  }
  const plan = asked.plan as ClaimPlan;
  const { succession, ...business } = await findClaimable(asked.businessId, user, request);
  if (claimPriceCents(request.city.facts.prices, plan) === 0) {
    const wanted = { businessId: business.id, user, succeedsId: succession?.id ?? null };
    const { id } = await startFreeClaim(wanted, request);
    // No payment page: the claim's own page stands in its place.
    return { sessionId: id, url: `${request.env.siteUrl}/claim-received?claim=${id}`, dueTodayCents: null };
  }
  const isApprovedAtOnce =
    succession === null && user.emailVerified && (await provesByMailbox(request.db, { claimant: user, business }));
  const start = claimStart({ business, user, plan, isApprovedAtOnce, succession }, request);
  const page = await openCheckoutPage(start, user, request);
  // The payment page itself names free days, which a proven claim does not have.
  const dueTodayCents = isApprovedAtOnce ? claimPriceCents(request.city.facts.prices, plan) : null;
  return { ...page, dueTodayCents };
}

const endsWithoutCard = { trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } } as const;
/** The subscription begins with free days: the card is known, and nothing is charged. */
const hold = { trial_period_days: holdDays, ...endsWithoutCard };

interface Wanted {
  business: Business;
  user: Claimant;
  plan: ClaimPlan;
  /** The claimant's confirmed mailbox proves enough: the card is charged as soon as it is known. */
  isApprovedAtOnce: boolean;
  /** The time that a former owner has paid for: the listing is theirs already. */
  succession: Succession | null;
}

function claimStart(wanted: Wanted, request: Omit<Request, 'user'>): CheckoutStart<ClaimRow> {
  const { business, user, plan, succession } = wanted;
  const { db, now, city } = request;
  const { prices } = city.facts;
  return {
    // Without keys this throws before anything is written.
    ...claimEnd(request, stripeClient(request.env)),
    purpose: 'claim',
    openRow: async () => {
      // Checks again: an earlier attempt may have approved the claim that was in the way.
      await findClaimable(business.id, user, request);
      return pendingClaim(wanted, request);
    },
    isWanted: (claim) =>
      claim.plan === plan &&
      claim.amountCents === claimPriceCents(prices, plan) &&
      claim.succeedsId === (succession?.id ?? null),
    price: (claim) => ({ key: claimPriceKey[claim.plan], cents: claim.amountCents }),
    describe: (claim) => ({
      metadata: {
        kind: `claim_${claim.plan}`,
        claim_id: claim.id,
        business_id: claim.businessId ?? '',
        user_id: claim.userId ?? '',
      },
      about: `${productNames[`claim_${claim.plan}`]}: ${business.name}`,
      forBusiness: business.name,
      ...(succession === null
        ? {
            // Also for a proven claim: nobody pays before the yes.
            trial: hold,
            submitNote: submitNote(wanted, claim.amountCents),
          }
        : goingOn({ business, user, succession, amountCents: claim.amountCents }, request)),
      successPath: '/claim-received?session_id={CHECKOUT_SESSION_ID}',
      cancelPath: `/claim-business?business=${business.slug}`,
    }),
    note: async (claim, { sessionId, url }) => {
      await db
        .update(claims)
        .set({ sessionId, sessionUrl: url, updatedAt: now() })
        .where(and(eq(claims.id, claim.id), eq(claims.status, 'pending')));
    },
  };
}

interface GoingOn {
  succession: Succession;
  amountCents: number;
}

/** The first payment waits for the end of the paid time where Stripe can wait; the page says which. */
function goingOn(
  { business, user, succession, amountCents }: Pick<Wanted, 'business' | 'user'> & GoingOn,
  { city, now }: Pick<Request, 'city' | 'now'>,
) {
  const { paidUntil, paidById } = succession;
  const isPaidByOwner = paidById === user.id;
  const price = formatDollars(amountCents);
  const day = formatDate(paidUntil, city.facts.timeZone);
  if (!canWaitFor(paidUntil, now())) {
    const text = `${price} is due today, for ${business.name}. It is paid until ${day}${isPaidByOwner ? '' : ' by its former owner'}; that is too soon for a payment to wait.`;
    return { submitNote: { text, variant: 'go-on-now' } };
  }
  const end = Math.floor(paidUntil.getTime() / 1000);
  const text = `Nothing is due today for ${business.name}: ${isPaidByOwner ? 'you have' : 'its former owner has'} paid until ${day}. ${price} is due on that day, and then each month. If you cancel before, you pay nothing.`;
  return { trial: { trial_end: end, ...endsWithoutCard }, submitNote: { text, variant: `go-on-at-${end}` } };
}

/** The free days of the payment page are the time to check: a proven claim has none. */
function submitNote({ business, isApprovedAtOnce }: Wanted, amountCents: number): { text: string; variant: string } {
  if (isApprovedAtOnce) {
    const text = `${formatDollars(amountCents)} is due today, for ${business.name}. Your email is at the business’s own domain, so we approve your claim at once, and charge the first month, less any credit that you have, right after you press the button. The free days and the $0.00 on this page do not count for you.`;
    return { text, variant: 'at-once' };
  }
  const text = `For ${business.name}. Your card is not charged until we have approved your claim; then the first month is. The free days on this page are only our time to check. If we do not approve it, you pay nothing.`;
  return { text, variant: 'checked' };
}

/** A listing without an owner, or the person's own that a former owner has paid for. @throws Problem 'not_found', 'conflict' */
async function findClaimable(
  id: string,
  user: Claimant,
  { db }: Pick<Request, 'db'>,
): Promise<Business & { succession: Succession | null }> {
  const { slug, name, ownerId, status, website, websiteBy } = businesses;
  const columns = { id: businesses.id, slug, name, ownerId, status, website, websiteBy };
  const [business] = isUuid(id) ? await db.select(columns).from(businesses).where(eq(businesses.id, id)) : [];
  if (business?.ownerId === user.id) {
    const succession = await findSuccession(db, { businessId: business.id, ownerId: user.id });
    if (succession === null) throw new Problem('conflict', 'This business is yours already.');
    return { ...business, succession };
  }
  if (business?.status !== 'approved') throw new Problem('not_found', 'Business not found');
  if (business.ownerId !== null) throw new Problem('conflict', 'This business has been claimed already.');
  return { ...business, succession: null };
}

/** Returns the person's open claim on the business, or a new one. @throws Problem 'conflict' while one is in review */
async function pendingClaim(
  { business, user, plan, succession }: Wanted,
  { db, now, city }: Omit<Request, 'user'>,
): Promise<ClaimRow> {
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
    amountCents: claimPriceCents(city.facts.prices, plan),
    expiresAt: pageEnd(at),
    succeedsId: succession?.id ?? null,
    createdAt: at,
    updatedAt: at,
  };
  const [made] = await db.insert(claims).values(fresh).onConflictDoNothing().returning();
  const [claim] = made ? [made] : await db.select().from(claims).where(isOwn);
  if (claim === undefined) {
    throw new Problem('conflict', 'Your earlier claim has just been decided. Please try again in a moment.');
  }
  if (claim.status !== 'pending') throw new Problem('conflict', 'Your claim on this business is in review already.');
  return claim;
}
