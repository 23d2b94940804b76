/**
 * Three claims in every round - one that staff approve, one that loses to it, one that staff reject - told to the site in
 * any order, tenfold, not at all, or before the browser is back: the same rows, mails and charges each time.
 */
import { asc } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { handleNotedEvent } from '#features/billing/server/handle-event-job.ts';
import { objectsOfEvent } from '#features/billing/server/objects-of-event.ts';
import { noteEvent } from '#features/billing/server/receive-webhook.ts';
import { reconcile } from '#features/billing/server/reconcile.ts';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import { auditLog, businesses, claims, stripeEvents, subscriptions } from '#server/db/schema/index.ts';
import { usualPrices } from '#shared/prices.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { ClaimDesk, type Person, startSandboxWithPrices } from '#tests/support/claim-desk.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';
import type { RunningSandbox } from '../../../sandbox/stripe/start-sandbox.ts';

// Each test makes hundreds of calls to the sandbox, and a machine may be busy.
vi.setConfig({ testTimeout: 180_000 });

const database = testDatabase({ fresh: 'each-file' });
let sandbox: RunningSandbox;
let desk: ClaimDesk;
beforeAll(async () => {
  sandbox = await startSandboxWithPrices();
});
afterAll(() => sandbox.stop());

type Plan = 'standard' | 'premium';
const plans: readonly Plan[] = ['standard', 'premium'];
const other: Record<Plan, Plan> = { standard: 'premium', premium: 'standard' };
/** Tells of these events; what is answered is told later, with those that follow from staff's decisions. */
type Tell = (events: Stripe.Event[]) => Promise<Stripe.Event[]>;

interface Claimant extends Person {
  sessionId: string;
}

/** Empties the database; Stripe keeps the objects of earlier rounds. */
async function begin(): Promise<void> {
  await database.empty();
  await database.pool.query('delete from pgboss.job');
  desk = new ClaimDesk(database, sandbox);
}

/** @param plan plan of the two claims that staff decide; the claim that loses has the other plan */
async function round(plan: Plan, tell: Tell, onReturn: (claimant: Claimant) => Promise<void> = async () => {}) {
  await begin();
  const categoryId = (await aCategory(database.db)).id;
  const [bakery, cafe] = [
    await aBusiness(database.db, { categoryId, name: 'Bakery', slug: 'bakery' }),
    await aBusiness(database.db, { categoryId, name: 'Cafe', slug: 'cafe' }),
  ];
  const staff = await desk.person({ username: 'stella', role: 'staff' });
  const claimant = async (username: string, businessId: string, plan: Plan): Promise<Claimant> => {
    const person = await desk.person({ username, email: `${username}@example.com` });
    const amount = plan === 'standard' ? 25 : 50;
    return { ...person, sessionId: await desk.paidClaim(person, businessId, { plan, amount }) };
  };
  const winner = await claimant('wins', bakery.id, plan);
  const loser = await claimant('loses', bakery.id, other[plan]);
  const stranger = await claimant('stranger', cafe.id, plan);
  const everybody = [winner, loser, stranger];

  let late = await tell(heard());
  for (const person of everybody) await onReturn(person);
  const decide = async (person: Person, verb: string, body: object) => {
    const { id } = await desk.claimOf(person);
    await answerOf(await staff.browser.post(`/api/staff/claims/${id}/${verb}`, { body }));
  };
  await decide(winner, 'approve', { amountCents: plan === 'standard' ? 2500 : 5000 });
  await decide(stranger, 'reject', { reason: 'This is not your cafe.' });
  await workOffJobs(desk.services);
  for (let more = heard(); more.length + late.length > 0; more = heard()) late = await tell([...late, ...more]);
  for (const person of everybody) await onReturn(person);
  await workOffJobs(desk.services);
  return outcome(everybody);
}

/** Types of Stripe events that the site handles. */
const heard = () => desk.takeEvents().filter((event) => objectsOfEvent(event).length > 0);

/** All final rows, mails and charges, without ids and times. */
async function outcome(everybody: readonly Person[]) {
  const { db } = database;
  const names = new Map(everybody.map(({ user }) => [user.id, user.username]));
  const held = await db.select().from(claims).orderBy(asc(claims.id));
  const paid = await db.select().from(subscriptions);
  const listings = await db.select().from(businesses).orderBy(asc(businesses.slug));
  const audited = (await db.select().from(auditLog)).map(({ action }) => action);
  const charged = [];
  for (const person of everybody) charged.push([person.user.username, await desk.chargedCents(person)]);
  return {
    claims: held.map(({ userId, status, plan, decidedBy, reason, subscriptionId, submittedAt, cancelledAt }) => ({
      who: names.get(userId ?? ''),
      status,
      plan,
      decidedBy,
      reason,
      isSubscribed: subscriptionId !== null,
      wasInReview: submittedAt !== null,
      isCancelled: cancelledAt !== null,
    })),
    subscriptions: paid
      .map(({ userId, kind, status, priceKey, paidThrough, endedAt, claimId, businessId }) => ({
        who: names.get(userId ?? '') ?? '',
        kind,
        status,
        priceKey,
        isPaid: paidThrough !== null,
        isOver: endedAt !== null,
        isLinked: claimId !== null && businessId !== null,
      }))
      .toSorted((a, b) => (a.who < b.who ? -1 : 1)),
    listings: listings.map(({ slug, ownerId, premiumExpiresAt }) => ({
      slug,
      owner: names.get(ownerId ?? '') ?? null,
      isPremium: premiumExpiresAt !== null,
    })),
    audited: audited.filter((action) => action.startsWith('claim.')).toSorted(),
    charged,
    mail: (await queuedMail(database.pool)).map(({ to, subject }) => `${to} ${subject}`).toSorted(),
  };
}
type Outcome = Awaited<ReturnType<typeof outcome>>;

/** Notes an event and does what it asks for; Stripe's second try of the same event is told for good. */
async function deliver(event: Stripe.Event): Promise<void> {
  await noteEvent(desk.services, event);
  await handleNotedEvent(stripeSyncs, desk.services, event.id);
}

/** The same orders in every run, so that a failure can be repeated. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const areAllInReview = async () => (await database.db.$count(claims)) === (await inReview());
const inReview = async () =>
  (await database.db.select({ status: claims.status }).from(claims)).filter(({ status }) => status === 'in_review')
    .length;

const expected: Partial<Record<Plan, Outcome>> = {};
beforeAll(async () => {
  for (const plan of plans) {
    expected[plan] = await round(plan, async (events) => {
      for (const event of events) await deliver(event);
      await workOffJobs(desk.services);
      return [];
    });
  }
});
beforeEach(begin);

it.each(plans)('%s: the one is approved and charged once, the others are told and uncharged', (plan) => {
  const { claims: held, subscriptions: paid, listings, charged, mail } = expected[plan] as Outcome;
  expect(held.map(({ who, status, plan }) => [who, status, plan])).toEqual([
    ['wins', 'approved', plan],
    ['loses', 'superseded', other[plan]],
    ['stranger', 'rejected', plan],
  ]);
  expect(held.map(({ isCancelled }) => isCancelled)).toEqual([false, true, true]);
  expect(paid.map(({ who, status, isPaid }) => [who, status, isPaid])).toEqual([
    ['loses', 'canceled', false],
    ['stranger', 'canceled', false],
    ['wins', 'active', true],
  ]);
  expect(listings).toEqual([
    { slug: 'bakery', owner: 'wins', isPremium: plan === 'premium' },
    { slug: 'cafe', owner: null, isPremium: false },
  ]);
  const price = plan === 'standard' ? 2500 : 5000;
  expect(charged).toEqual([
    ['wins', price],
    ['loses', 0],
    ['stranger', 0],
  ]);
  const toClaimants = mail.filter((to) => !to.startsWith('hello@'));
  expect(toClaimants).toEqual([...new Set(toClaimants)]);
});

it('ends the same when no event comes and the reconciler finds them', async () => {
  for (const plan of plans) {
    // This test reads all events that the sandbox has ever sent.
    sandbox.control.reset();
    await setUpCatalogue(desk.stripe, usualPrices);
    const tell: Tell = async () => {
      await reconcile(stripeSyncs, syncRun(desk.services));
      await handleDueClaims(desk.services);
      await workOffJobs(desk.services);
      return [];
    };
    expect(await round(plan, tell)).toEqual(expected[plan]);
    const found = await database.db.select({ isCaughtUp: stripeEvents.isCaughtUp }).from(stripeEvents);
    expect(found.length).toBeGreaterThan(5);
    expect(found.every(({ isCaughtUp }) => isCaughtUp)).toBe(true);
  }
});

it('ends the same in twenty orders', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const plan = plans[seed % 2] as Plan;
    const tell: Tell = async (events) => {
      const order = shuffled(events, seed);
      // The events that staff need before they can decide have come; the rest is late, and mixes with later events.
      while (order.length > 0) {
        await deliver(order.shift() as Stripe.Event);
        if (await areAllInReview()) break;
      }
      await workOffJobs(desk.services);
      return (await areAllInReview()) ? order : [];
    };
    expect(await round(plan, tell), `order ${seed}`).toEqual(expected[plan]);
  }
});

it('ends the same when each event comes ten times at once', async () => {
  const tell: Tell = async (events) => {
    const tenfold = events.flatMap((event) => Array.from({ length: 10 }, () => event));
    const noted = await Promise.all(tenfold.map((event) => noteEvent(desk.services, event)));
    expect(noted.filter(Boolean)).toHaveLength(events.length);
    for (const { id } of events) {
      await Promise.all(Array.from({ length: 10 }, () => handleNotedEvent(stripeSyncs, desk.services, id)));
    }
    await workOffJobs(desk.services);
    return [];
  };
  expect(await round('premium', tell)).toEqual(expected.premium);
});

it('ends the same whether the browser or the events are back first', async () => {
  const settle = async ({ browser, sessionId }: Claimant) => {
    const back = await answerOf(await browser.post('/api/checkout/settle', { body: { sessionId } }));
    expect(back).toEqual({ status: 'complete' });
  };
  const all: Tell = async (events) => {
    for (const event of events) await deliver(event);
    await workOffJobs(desk.services);
    return [];
  };
  const [first, second] = plans as [Plan, Plan];
  expect(await round(first, all, settle)).toEqual(expected[first]);
  // Late delivery: the first call keeps the events back, and later calls deliver them.
  let isLate = true;
  const afterwards: Tell = async (events) => {
    if (!isLate) return all(events);
    isLate = false;
    return events;
  };
  expect(await round(second, afterwards, settle)).toEqual(expected[second]);
});
