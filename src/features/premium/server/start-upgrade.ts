import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { catalogue, type UpgradeInterval, upgradePriceKey } from '#features/billing/catalogue.ts';
import { withCustomer } from '#features/billing/server/ensure-customer.ts';
import { priceIdOf } from '#features/billing/server/set-up-catalogue.ts';
import { stripePage } from '#features/billing/server/stripe-page.ts';
import { businesses, subscriptions, upgradeSessions } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { askStripe, idempotent, stripeClient } from '#server/stripe/stripe-client.ts';
import { Problem } from '#shared/problem.ts';
import { liveStatuses } from '../premium-rules.ts';
import { settleUpgrade } from './settle-upgrade.ts';
import { notSample } from './sync-subscription.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'log' | 'now' | 'user'>;
type UpgradeRow = typeof upgradeSessions.$inferSelect;

/** Stripe requires at least 30 minutes when the call arrives. */
const checkoutMs = 31 * 60_000;
const minCheckoutMs = 30 * 60_000 + 5_000;

/**
 * Opens the payment page for all of the person's listings. A second click or tab gets the open page again;
 * the other interval closes it and opens another.
 * @throws Problem 'signed_out', 'bad_request' (no approved listing), 'conflict' (all premium, or a plan is
 * running), 'unavailable'
 */
export async function startUpgrade(interval: UpgradeInterval, request: Request): Promise<{ url: string }> {
  const user = requireUser(request.user);
  await requireUpgradable(user, request);
  // Without keys nothing must be written.
  const stripe = stripeClient(request.env);
  // Each turn either opens a page or removes an obstacle.
  for (let turn = 0; turn < 4; turn++) {
    const upgrade = await openUpgrade(user, interval, request);
    if (upgrade === undefined) continue;
    const url = await askStripe(() => pageOf(stripe, upgrade, { interval, user, request }));
    if (url !== null) return { url };
    await requireUpgradable(user, request);
  }
  throw new Problem('conflict', 'Your earlier checkout is just being closed. Please try again in a moment.');
}

async function requireUpgradable(user: SessionUser, { db, now }: Request): Promise<void> {
  const own = await db
    .select({ status: businesses.status, premiumExpiresAt: businesses.premiumExpiresAt })
    .from(businesses)
    .where(eq(businesses.ownerId, user.id));
  if (!own.some(({ status }) => status === 'approved')) {
    throw new Problem('bad_request', 'You can upgrade as soon as one of your businesses is approved.');
  }
  const isRunning = and(
    eq(subscriptions.userId, user.id),
    eq(subscriptions.kind, 'owner_premium'),
    inArray(subscriptions.status, [...liveStatuses]),
    notSample,
  );
  if ((await db.$count(subscriptions, isRunning)) > 0) {
    throw new Problem(
      'conflict',
      'You have Premium already. To change or renew it, use Manage billing on your dashboard.',
    );
  }
  if (own.every(({ premiumExpiresAt }) => premiumExpiresAt !== null && premiumExpiresAt > now())) {
    throw new Problem('conflict', 'All of your businesses are premium already.');
  }
}

/** The person's open row, or a new one; undefined when it was closed between two reads. */
async function openUpgrade(
  user: SessionUser,
  interval: UpgradeInterval,
  { db, now }: Request,
): Promise<UpgradeRow | undefined> {
  const at = now();
  const expiresAt = new Date(Math.floor((at.getTime() + checkoutMs) / 1000) * 1000);
  const [made] = await db
    .insert(upgradeSessions)
    .values({ userId: user.id, interval, expiresAt, createdAt: at })
    .onConflictDoNothing()
    .returning();
  if (made) return made;
  const isOpen = and(eq(upgradeSessions.userId, user.id), eq(upgradeSessions.status, 'open'));
  const [open] = await db.select().from(upgradeSessions).where(isOpen);
  return open;
}

interface Wish {
  interval: UpgradeInterval;
  user: SessionUser;
  request: Request;
}

/** The address of the row's payment page; null when the row was useless and was closed. */
async function pageOf(stripe: Stripe, upgrade: UpgradeRow, { interval, user, request }: Wish): Promise<string | null> {
  const leftMs = upgrade.expiresAt.getTime() - request.now().getTime();
  if (upgrade.sessionId === null) {
    if (upgrade.interval === interval && leftMs > minCheckoutMs) return openPage(stripe, upgrade, user, request);
    // Nobody ever saw its page. If Stripe made one, Stripe closes it.
    await close(upgrade, request);
    return null;
  }
  const session = await stripe.checkout.sessions.retrieve(upgrade.sessionId);
  if (session.status === 'open' && upgrade.interval === interval && leftMs > 0) return upgrade.sessionUrl;
  if (session.status === 'open') await expireQuietly(stripe, session.id);
  await settleUpgrade({ ...request, stripe }, session.id);
  return null;
}

async function openPage(stripe: Stripe, upgrade: UpgradeRow, user: SessionUser, request: Request): Promise<string> {
  const { db, env } = request;
  const key = upgradePriceKey[upgrade.interval];
  const price = await priceIdOf(stripe, key);
  const metadata = { kind: catalogue[key].kind, upgrade_id: upgrade.id, user_id: user.id };
  const session = await withCustomer(request, user, (customer) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        line_items: [{ price, quantity: 1 }],
        client_reference_id: upgrade.id,
        metadata,
        subscription_data: { metadata },
        allowed_payment_method_types: ['card'],
        expires_at: Math.floor(upgrade.expiresAt.getTime() / 1000),
        success_url: `${env.siteUrl}/upgrade-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${env.siteUrl}/upgrade-cancelled`,
      },
      idempotent('checkout', 'upgrade', upgrade.id, customer),
    ),
  );
  const url = stripePage(session.url, env.stripe?.apiBase);
  if (url === null) throw new Error('Stripe gave no address to go to');
  await db
    .update(upgradeSessions)
    .set({ sessionId: session.id, sessionUrl: url })
    .where(eq(upgradeSessions.id, upgrade.id));
  return url;
}

async function close(upgrade: UpgradeRow, { db }: Request): Promise<void> {
  const isStillOpen = and(eq(upgradeSessions.id, upgrade.id), eq(upgradeSessions.status, 'open'));
  await db.update(upgradeSessions).set({ status: 'expired' }).where(isStillOpen);
}

/** It may have been paid or have expired since it was read. */
async function expireQuietly(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId, {}, idempotent('expire', sessionId));
  } catch (error) {
    const { status } = await stripe.checkout.sessions.retrieve(sessionId);
    if (status === 'open') throw error;
  }
}
