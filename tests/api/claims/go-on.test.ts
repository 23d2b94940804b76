/** The new owner of a listing that is paid by its former owner goes on with it: no gap, no double charge, in any order of events. */
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import type { Leaving } from '#features/leaving/contract.ts';
import type { Billing } from '#features/premium/contract.ts';
import { claims } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { usualPrices } from '#shared/prices.ts';
import { found } from '#tests/support/found.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let over: HandOverDesk;
beforeEach(() => setUpCatalogue(site.desk.stripe, usualPrices));

async function handedOver(plan: 'standard' | 'premium' = 'standard'): Promise<void> {
  over = await HandOverDesk.paid(site.desk, plan);
  await over.handOver();
}

const charged = async () => [await site.desk.chargedCents(over.olga), await site.desk.chargedCents(over.max)];
const noteOf = async (sessionId: string) =>
  (await site.desk.stripe.checkout.sessions.retrieve(sessionId)).custom_text.submit?.message ?? '';

describe('with time left', () => {
  it('gives a card now and pays first when the paid time ends; nothing rests in between', async () => {
    await handedOver('premium');
    const { paidUntil } = await over.claimOf(over.olga);
    const sessionId = await over.openPage(over.max, 'premium');
    expect(await noteOf(sessionId)).toMatch(/^Nothing is due today for Bakery: .* \$50 is due on that day/);
    await over.giveCard(sessionId, 'premium');
    await site.desk.settle();
    expect(await over.claimOf(over.max)).toMatchObject({ status: 'approved', decidedBy: 'site' });
    const until = paidUntil?.toISOString();
    expect(await site.desk.claimOf(over.max)).toMatchObject({ goesOn: { from: until, isChargedThen: true } });
    const { plans, takenOver } = await over.billing(over.max);
    expect(plans).toMatchObject([{ business: 'Bakery', renewsAt: until, endsAt: null, handedOverBy: null }]);
    expect(takenOver).toEqual([]);
    expect(await over.lastTo(over.max, 'You go on with Bakery')).toContain('with Claim Premium. It is paid until');
    expect(await over.actions()).toContain('claim.continued');
    // The hourly job repeats the first charge of an approved claim that was forgotten; here it waits.
    site.desk.aheadMs += 2 * 3_600_000;
    await over.dueJobs();
    expect(await charged()).toEqual([5000, 0]);
    await over.pass((await over.daysLeft()) - 0.09);
    await site.desk.tick();
    expect(await site.desk.premiumUntil(over.business.id)).not.toBeNull();
    await over.pass(1);
    expect(await charged()).toEqual([5000, 5000]);
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'ended']);
    expect(await site.desk.premiumUntil(over.business.id)).toEqual((await over.planOf(over.max)).paidThrough);
    for (const subject of await over.subjectsTo(over.max)) expect(subject).not.toMatch(/paid until|no owner/);
  });

  it('a successor who cancels before the first payment pays nothing, and may take that back; each act is mailed and noticed', async () => {
    await handedOver();
    await over.pay(over.max);
    const { id } = await over.planOf(over.max);
    const day = formatDate(
      found((await over.claimOf(over.olga)).paidUntil, 'day'),
      site.desk.services.city.facts.timeZone,
    );
    const act = async (what: 'cancel' | 'keep') => {
      const { notices } = await answerOf<Billing>(
        await over.max.browser.post(`/api/billing/${what}`, { body: { id } }),
      );
      await site.desk.settle();
      return [(await over.claimOf(over.max)).status, notices.map(({ kind, business }) => `${kind} ${business}`)];
    };
    expect(await act('cancel')).toEqual(['ending', ['ending Bakery']]);
    expect(await over.lastTo(over.max, `^Your plan for Bakery ends on ${day}$`)).toContain(
      'Your plan for Bakery is canceled',
    );
    const { plans } = await answerOf<Leaving>(await over.max.browser.get('/api/account/leaving'));
    expect(plans).toMatchObject([{ state: 'ending', paidThrough: null }]);
    expect(formatDate(found(plans[0]?.endsAt, 'end'), site.desk.services.city.facts.timeZone)).toBe(day);
    expect(await act('keep')).toEqual(['approved', []]);
    expect(await over.lastTo(over.max, '^Your plan for Bakery goes on$')).toContain(
      `The next payment, $25 a month, is due on ${day}.`,
    );
    expect(await act('cancel')).toEqual(['ending', ['ending Bakery']]);
    const told = (await over.subjectsTo(over.max)).filter((one) => /^Your plan for Bakery (ends|goes)/.test(one));
    expect(told).toHaveLength(3);
    await over.pass(await over.daysLeft());
    expect(await over.owner()).toBeNull();
    expect(await charged()).toEqual([2500, 0]);
  });

  it('a successor whose first payment fails keeps it for 7 days more, as after any claim', async () => {
    await handedOver();
    await over.pay(over.max, 'standard', 'pm_card_chargeCustomerFail');
    await over.pass((await over.daysLeft()) + 1);
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'ended']);
    expect((await site.desk.claimOf(over.max)).payBy).not.toBeNull();
    await over.pass(8);
    expect(await over.owner()).toBeNull();
  });

  it('a successor whose plan at Stripe is gone before the day keeps what the former owner has paid for', async () => {
    await handedOver();
    await over.pay(over.max);
    await site.desk.stripe.subscriptions.cancel((await over.planOf(over.max)).id);
    await site.desk.settle();
    expect([await over.owner(), (await over.claimOf(over.max)).status]).toEqual(['max', 'ended']);
    expect(await over.subjectsTo(over.max)).not.toContain('Your plan for Bakery has ended');
    expect((await over.billing(over.max)).takenOver).toHaveLength(1);
    await over.pass(await over.daysLeft());
    expect(await over.owner()).toBeNull();
  });

  it('two tabs lead to one page, and one claim', async () => {
    await handedOver();
    const pages = await Promise.all([1, 2, 3].map(() => over.openPage(over.max)));
    expect(new Set(pages).size).toBe(1);
    await over.giveCard(found(pages[0], 'page'));
    expect(await problemOf(await site.desk.start(over.max, over.business.id))).toMatchObject({ status: 409 });
    await site.desk.settle();
    expect(await problemOf(await site.desk.start(over.max, over.business.id))).toMatchObject({ status: 409 });
    expect(await database.db.$count(claims)).toBe(2);
  });

  it('is nothing for the former owner, for others, or for an owner whose listing nobody has paid for', async () => {
    await handedOver();
    const other = await site.desk.person({ email: 'eve@example.com' });
    expect((await site.desk.start(other, over.business.id)).status).toBe(409);
    expect((await site.desk.start(over.olga, over.business.id)).status).toBe(409);
    const own = await site.desk.owner();
    expect((await site.desk.start(own, own.businessId)).status).toBe(409);
  });
});

it('within 48 hours of the end the first month is charged at once, and the page says so', async () => {
  await handedOver();
  await over.pass((await over.daysLeft()) - 1.5);
  const sessionId = await over.openPage(over.max);
  expect(await noteOf(sessionId)).toMatch(/^\$25 is due today, for Bakery/);
  await over.giveCard(sessionId);
  await site.desk.settle();
  expect(await charged()).toEqual([2500, 2500]);
  expect(await site.desk.claimOf(over.max)).toMatchObject({ status: 'approved', goesOn: { isChargedThen: false } });
  expect(await over.lastTo(over.max, 'You go on with Bakery')).toContain('You have paid the first month');
  await over.pass(3);
  expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'ended']);
  expect(await charged()).toEqual([2500, 2500]);
});

it('a page that was opened before says another thing once the time is too near, and is replaced', async () => {
  await handedOver();
  await over.pass((await over.daysLeft()) - 2.11);
  const first = await over.openPage(over.max);
  expect(await noteOf(first)).toMatch(/^Nothing is due today/);
  site.desk.pass(0.015);
  const second = await over.openPage(over.max);
  expect(second).not.toBe(first);
  expect(await noteOf(second)).toMatch(/due today, for Bakery/);
});

it('where a claim is free by now, it goes on without a card and without a check', async () => {
  await handedOver();
  const { prices } = site.desk.services.city.facts;
  const before = prices.claim;
  Object.assign(prices, { claim: 0 });
  try {
    await answerOf(await site.desk.start(over.max, over.business.id, { plan: 'standard', amount: 0 }));
    expect(await over.claimOf(over.max)).toMatchObject({ status: 'approved', amountCents: 0 });
    expect(await over.lastTo(over.max, 'You go on with Bakery')).toContain('It costs you nothing');
    await over.pass(await over.daysLeft());
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'ended']);
  } finally {
    Object.assign(prices, { claim: before });
  }
});

it('where a claim is free by the end of the paid time, it stays theirs without a click', async () => {
  await handedOver();
  const { prices } = site.desk.services.city.facts;
  const before = prices.claim;
  Object.assign(prices, { claim: 0 });
  try {
    await over.pass((await over.daysLeft()) - 0.5);
    await over.dueJobs();
    expect(await over.subjectsTo(over.max)).not.toContainEqual(expect.stringContaining('is paid until'));
    await over.pass(0.6);
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'ended']);
    expect(await over.claimOf(over.max)).toMatchObject({ status: 'approved', amountCents: 0 });
    expect(await over.lastTo(over.max, 'You go on with Bakery')).toContain('It costs you nothing');
    expect(await over.subjectsTo(over.max)).not.toContain('Bakery has no owner any more');
  } finally {
    Object.assign(prices, { claim: before });
  }
});

/** The same orders in every run. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe('in any order of events the listing has its owner all the time', () => {
  /** Tells one event after the other, and looks at the owner after each. */
  async function tell(events: readonly Stripe.Event[]): Promise<void> {
    const owners = new Set<string | null>();
    for (const event of events) {
      await site.desk.deliver([event]);
      owners.add(await over.owner());
    }
    await site.desk.settle();
    await over.dueJobs();
    owners.add(await over.owner());
    expect([...owners]).toEqual(['max']);
    expect([(await over.claimOf(over.olga)).status, (await over.claimOf(over.max)).status]).toEqual([
      'ended',
      'approved',
    ]);
  }

  it.each([1, 2, 3, 4, 5, 6])('told late, all at once, order %i', async (seed) => {
    await handedOver();
    const sessionId = await over.openPage(over.max);
    site.desk.newEvents();
    await over.giveCard(sessionId);
    site.desk.pass((await over.daysLeft()) + 0.2);
    await tell(shuffled(site.desk.newEvents(), seed));
    expect(await charged()).toEqual([2500, 2500]);
  });

  it.each([1, 2, 3])('charged at once just before the end, order %i', async (seed) => {
    await handedOver();
    await over.pass((await over.daysLeft()) - 0.12);
    const sessionId = await over.openPage(over.max);
    site.desk.newEvents();
    await over.giveCard(sessionId);
    site.desk.pass(0.3);
    await tell(shuffled(site.desk.newEvents(), seed));
    expect(await charged()).toEqual([2500, 2500]);
  });

  it('the listing waits for a page that was open when the time ended, and no longer', async () => {
    await handedOver();
    await over.pass((await over.daysLeft()) - 0.105);
    const sessionId = await over.openPage(over.max);
    await over.pass(0.015);
    expect(await over.owner()).toBe('max');
    await over.giveCard(sessionId);
    await site.desk.settle();
    await over.dueJobs();
    expect([await over.owner(), (await over.claimOf(over.max)).status]).toEqual(['max', 'approved']);
    expect(await charged()).toEqual([2500, 2500]);
  });

  it('a page that nobody pays does not hold it', async () => {
    await handedOver();
    await over.pass((await over.daysLeft()) - 0.105);
    await over.openPage(over.max);
    await over.pass(0.1);
    expect(await over.owner()).toBeNull();
  });
});

describe('who hands it on', () => {
  it('before the first payment pays nothing, and the third has it until the paid day', async () => {
    await handedOver();
    await over.pay(over.max);
    const cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com', emailVerifiedAt: new Date() });
    await answerOf(await over.offer('cleo@example.com', over.max));
    await answerOf(await over.accept(cleo));
    await site.desk.settle();
    const { paidUntil } = await over.claimOf(over.olga);
    expect((await over.billing(cleo)).takenOver).toMatchObject([{ until: paidUntil?.toISOString() }]);
    await over.pass((await over.daysLeft()) + 1);
    expect([await over.owner(), ...(await charged())]).toEqual([null, 2500, 0]);
  });

  it('while the own payment page is open gets back what is paid there', async () => {
    await handedOver();
    await over.pass((await over.daysLeft()) - 1);
    const sessionId = await over.openPage(over.max);
    const cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com', emailVerifiedAt: new Date() });
    await answerOf(await over.offer('cleo@example.com', over.max));
    await answerOf(await over.accept(cleo));
    await over.giveCard(sessionId);
    await site.desk.settle();
    expect((await over.claimOf(over.max)).status).toBe('withdrawn');
    const { data } = await site.desk.stripe.refunds.list();
    expect(data.map(({ amount }) => amount)).toEqual([2500]);
    expect(await over.owner()).toBe(cleo.user.id);
  });
});
