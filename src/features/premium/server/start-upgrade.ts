import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import {
  billedKind,
  catalogue,
  centsOf,
  productNames,
  type UpgradeInterval,
  upgradePriceKey,
} from '#features/billing/catalogue.ts';
import { type CheckoutStart, openCheckoutPage, pageEnd } from '#features/billing/server/checkout-page.ts';
import { notSample } from '#features/billing/server/sample-subscription.ts';
import { businesses, subscriptions, upgradeSessions } from '#server/db/schema/index.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { liveStatuses } from '#server/stripe/subscription-states.ts';
import { Problem } from '#shared/problem.ts';
import { cheaperBeforeUpgrade, savingForOne } from '../one-listing.ts';
import { namesOnBill } from './names-on-bill.ts';
import { readDiscounts } from './read-discounts.ts';
import { requireSeenPrice, type UpgradeWish } from './seen-price.ts';
import { settleUpgrade } from './settle-upgrade.ts';

type Request = Pick<ApiRequest, 'db' | 'env' | 'city' | 'log' | 'now' | 'user'>;
type UpgradeRow = typeof upgradeSessions.$inferSelect;

/**
 * Opens the payment page for all of the person's listings. A second click or tab gets the open page again;
 * the other interval closes it and opens another.
 * @throws Problem 'signed_out', 'bad_request' (no approved listing, or an old price), 'conflict' (all premium, or a plan is
 * running), 'unavailable'
 */
export async function startUpgrade(wanted: UpgradeWish, request: Request): Promise<{ url: string }> {
  const user = requireUser(request.user);
  const { interval } = wanted;
  requireSeenPrice(wanted, request.city.facts.prices);
  const { url } = await openCheckoutPage(upgradeStart(interval, user, request), user, request);
  if (url === null) throw new Error('Stripe gave no address to go to');
  return { url };
}

function upgradeStart(interval: UpgradeInterval, user: SessionUser, request: Request): CheckoutStart<UpgradeRow> {
  const { db } = request;
  const cents = centsOf(request.city.facts.prices, upgradePriceKey[interval]);
  let names: readonly string[] = [];
  let cheaper: string | null = null;
  return {
    purpose: 'upgrade',
    openRow: async () => {
      names = await requireUpgradable(user, request);
      cheaper = interval === 'monthly' ? await cheaperForOne(user, request) : null;
      // Without keys this throws before anything is written.
      stripeClient(request.env);
      return openUpgrade(user, { interval, amountCents: cents }, request);
    },
    isWanted: (upgrade) => upgrade.interval === interval && upgrade.amountCents === cents,
    price: (upgrade) => ({ key: upgradePriceKey[upgrade.interval], cents: upgrade.amountCents ?? cents }),
    describe: (upgrade) => ({
      metadata: {
        kind: catalogue[upgradePriceKey[upgrade.interval]].kind,
        upgrade_id: upgrade.id,
        user_id: user.id,
      },
      about: productNames.owner_premium,
      forBusiness: names.join(', '),
      successPath: '/upgrade-success?session_id={CHECKOUT_SESSION_ID}',
      cancelPath: '/upgrade-cancelled',
      ...(cheaper === null ? {} : { submitNote: { text: cheaper, variant: 'one-listing' } }),
    }),
    note: async (upgrade, { sessionId, url }) => {
      await db.update(upgradeSessions).set({ sessionId, sessionUrl: url }).where(eq(upgradeSessions.id, upgrade.id));
    },
    settle: (sessionId) => settleUpgrade({ ...request, stripe: stripeClient(request.env) }, sessionId),
    close: async (upgrade) => {
      const isStillOpen = and(eq(upgradeSessions.id, upgrade.id), eq(upgradeSessions.status, 'open'));
      await db.update(upgradeSessions).set({ status: 'expired' }).where(isStillOpen);
    },
  };
}

/** Returns the names of the businesses that the bill is made out to. */
async function requireUpgradable(user: SessionUser, { db, now }: Request): Promise<string[]> {
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
  return namesOnBill(db, user.id);
}

/** The sentence for somebody whose only listing is claimed: Claim Premium costs less; null: it does not. */
async function cheaperForOne({ id }: SessionUser, { db, city }: Request): Promise<string | null> {
  if ((await db.$count(businesses, eq(businesses.ownerId, id))) !== 1) return null;
  const isClaim = and(
    eq(subscriptions.userId, id),
    inArray(subscriptions.status, [...liveStatuses]),
    isNull(subscriptions.endsAt),
    isNull(subscriptions.failedAt),
    isNull(subscriptions.nextPriceKey),
    isNotNull(subscriptions.paidThrough),
    notSample,
  );
  const [row, ...more] = await db.select().from(subscriptions).where(isClaim).limit(2);
  if (row === undefined || more.length > 0) return null;
  const percentOff = (await readDiscounts(db, id)).get(row.id) ?? null;
  const claim = { kind: billedKind(row), cents: row.priceCents, percentOff };
  const saving = savingForOne({ claim, premium: null, prices: city.facts.prices });
  return saving && `${cheaperBeforeUpgrade(saving)} You find it on your dashboard, under Your plans.`;
}

/** The person's open row, or a new one; undefined when it was closed between two reads. */
async function openUpgrade(
  user: SessionUser,
  wanted: { interval: UpgradeInterval; amountCents: number },
  { db, now }: Request,
): Promise<UpgradeRow | undefined> {
  const at = now();
  const [made] = await db
    .insert(upgradeSessions)
    .values({ userId: user.id, ...wanted, expiresAt: pageEnd(at), createdAt: at })
    .onConflictDoNothing()
    .returning();
  if (made) return made;
  const isOpen = and(eq(upgradeSessions.userId, user.id), eq(upgradeSessions.status, 'open'));
  const [open] = await db.select().from(upgradeSessions).where(isOpen);
  return open;
}
