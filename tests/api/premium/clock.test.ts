/** Fourteen months of premium, day by day: renewals, a payment that fails and recovers, a cancellation, a switch to yearly. */
import { expect, it } from 'vitest';
import { paymentSite } from '#tests/support/payment-site.ts';
import { dayMs } from '#tests/support/premium-desk.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;

it('is premium on exactly the days that are paid for, or in grace', { timeout: 120_000 }, async () => {
  const { desk } = site;
  const owner = await desk.owner();
  const from = desk.services.now().getTime();
  const day = () => (desk.services.now().getTime() - from) / dayMs;
  const subscription = async () => {
    const rows = await desk.subscriptionsOf(owner);
    const last = rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).at(-1);
    if (last === undefined) throw new Error('there is no subscription');
    return last;
  };
  /** Each day: the clocks move, Stripe's events arrive, the scheduled job runs, and the test checks premium. */
  const live = async (until: number, isPremium: (today: number) => boolean) => {
    while (day() < until) {
      desk.pass(1);
      await desk.deliverAll();
      await desk.tick();
      const ends = await desk.premiumUntil(owner.businessId);
      const { status, paidThrough, endsAt } = await subscription();
      const today = day();
      const expected = isPremium(today);
      expect([today, ends !== null && ends > desk.services.now()]).toEqual([today, expected]);
      if (!expected) continue;
      const grace = status === 'past_due' ? 14 * dayMs : 0;
      const paid = (paidThrough?.getTime() ?? 0) + grace;
      expect([today, ends?.getTime()]).toEqual([today, Math.min(paid, endsAt?.getTime() ?? paid)]);
    }
  };
  /** The day on which the paid time ends. */
  const paidUntil = async () => (((await subscription()).paidThrough?.getTime() ?? from) - from) / dayMs;
  const card = async (number: string) => {
    const customer = (await subscription()).customerId ?? '';
    const method = await desk.stripe.paymentMethods.attach(number, { customer });
    await desk.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
    await desk.stripe.subscriptions.update((await subscription()).id, { default_payment_method: method.id });
    await desk.deliverAll();
  };

  /** Then some hours pass, so that no check falls on the exact moment in which a period ends. */
  const buy = async () => {
    await desk.payUpgrade(await desk.openUpgrade(owner));
    await desk.deliverAll();
    desk.pass(0.3);
  };
  await buy();

  // Three renewals without any action.
  await live(95, () => true);

  // A renewal fails and the retry works: premium stays in between.
  site.sandbox.control.failNextCharge();
  await live(Math.ceil(await paidUntil()) + 1, () => true);
  expect(await subscription()).toMatchObject({ status: 'past_due' });
  await live(Math.ceil(await paidUntil()) + 6, () => true);
  expect(await subscription()).toMatchObject({ status: 'active', failedAt: null });

  // All later charges fail: 14 days of grace, then basic, then the subscription ends.
  await card('pm_card_chargeCustomerFail');
  const unpaidFrom = await paidUntil();
  await live(Math.ceil(unpaidFrom) + 20, (today) => today < unpaidFrom + 14);
  expect((await subscription()).status).not.toBe('active');
  expect(await desk.premiumUntil(owner.businessId)).toBeNull();

  // The owner buys again and cancels at the end of the period.
  await buy();
  await live(day() + 10, () => true);
  await desk.stripe.subscriptions.update((await subscription()).id, { cancel_at_period_end: true });
  await desk.deliverAll();
  const endDay = await paidUntil();
  expect((await subscription()).endsAt).toEqual((await subscription()).paidThrough);
  await live(Math.ceil(endDay) + 5, (today) => today < endDay);
  expect(await subscription()).toMatchObject({ status: 'canceled' });

  // The owner buys monthly again, then switches to yearly, which begins and is charged when the paid month ends.
  await buy();
  await live(day() + 5, () => true);
  const month = await paidUntil();
  const charged = await desk.chargedCents(owner);
  expect(await answerOf(await desk.changeInterval(owner, 'yearly'))).toMatchObject({
    plan: {
      interval: 'monthly',
      cents: 2900,
      nextInterval: 'yearly',
      nextCents: 29_000,
      renewsAt: (await subscription()).paidThrough?.toISOString(),
    },
  });
  await live(Math.floor(month) - 1, () => true);
  expect([await paidUntil(), await desk.chargedCents(owner)]).toEqual([month, charged]);
  expect(await subscription()).toMatchObject({ priceKey: 'owner_premium_month', nextPriceKey: 'owner_premium_year' });
  await live(Math.ceil(month) + 1, () => true);
  expect(await subscription()).toMatchObject({
    status: 'active',
    priceKey: 'owner_premium_year',
    nextPriceKey: null,
  });
  expect((await paidUntil()) - month).toBeGreaterThanOrEqual(365);
  expect(await desk.chargedCents(owner)).toBe(charged + 29_000);
  await live(426, () => true);

  const subjects = (await queuedMail(database.pool)).map(({ subject }) => subject.replace(/ on .*/, ''));
  expect(subjects).toEqual([
    'Welcome to Premium',
    'Your payment did not go through',
    'Receipt: $29 for Premium for your listings',
    'Your payment did not go through',
    'Premium has ended',
    'Welcome to Premium',
    'Your plan ends',
    'Premium has ended',
    'Welcome to Premium',
    'Your Premium plan will change',
    'Your Premium plan has changed',
  ]);
});
