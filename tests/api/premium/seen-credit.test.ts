/** Two tabs credit, or take something off, the same plan: the second one is told what the first has done. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
let staff: Person;
let colleague: Person;
let owner: Person & { businessId: string };
let plan: string;
beforeEach(async () => {
  staff = await site.desk.person({ role: 'staff' });
  colleague = await site.desk.person({ role: 'staff' });
  owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  plan = only(await site.desk.subscriptionsOf(owner), 'subscription').id;
});

const act = (by: Person, what: 'credit' | 'discount' | 'refund', body: object) =>
  by.browser.post(`/api/staff/billing/subscriptions/${plan}/${what}`, {
    body: { id: randomUUID(), reason: 'The site was slow', ...body },
  });
const line = async () =>
  only(
    (await answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${owner.user.id}`))).subscriptions,
    'subscription',
  );

it('a credit beside one that was not seen is asked about, and booked once it was', async () => {
  await answerOf(await act(colleague, 'credit', { cents: 100, madeGood: { creditedCents: 0, refundedCents: 0 } }));
  expect(
    await problemOf(await act(staff, 'credit', { cents: 100, madeGood: { creditedCents: 0, refundedCents: 0 } })),
  ).toMatchObject({
    status: 409,
    message: `${colleague.user.username} credited something for this plan just now. $1 is credited and $0 given back of it now. If yours comes beside that, send it once more.`,
  });
  expect((await line()).creditedCents).toBe(100);
  await answerOf(await act(staff, 'credit', { cents: 100, madeGood: { creditedCents: 100, refundedCents: 0 } }));
  expect((await line()).creditedCents).toBe(200);
});

it('a form that is sent twice credits once', async () => {
  const id = randomUUID();
  await answerOf(await act(staff, 'credit', { id, cents: 100, madeGood: { creditedCents: 0, refundedCents: 0 } }));
  await answerOf(await act(staff, 'credit', { id, cents: 100, madeGood: { creditedCents: 0, refundedCents: 0 } }));
  expect((await line()).creditedCents).toBe(100);
});

it('a discount replaces the one that was seen, and no other', async () => {
  await answerOf(await act(colleague, 'discount', { percentOff: 20, months: 3, was: null }));
  expect(await problemOf(await act(staff, 'discount', { percentOff: 50, months: null, was: null }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^.+ gave this plan .*20% off.* just now. Look at it again: yours would take its place.$/,
    ),
  });
  expect((await line()).discount).toMatchObject({ percentOff: 20 });
  await answerOf(await act(staff, 'discount', { percentOff: 50, months: null, was: (await line()).discount }));
  expect((await line()).discount).toMatchObject({ percentOff: 50 });
});

it('a refund over a credit that was not seen is asked about, and a credit over a refund', async () => {
  await answerOf(await act(colleague, 'credit', { cents: 100, madeGood: { creditedCents: 0, refundedCents: 0 } }));
  const stale = { creditedCents: 0, refundedCents: 0 };
  expect(await problemOf(await act(staff, 'refund', { cents: 200, madeGood: stale }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/credited something for this plan just now. \$1 is credited and \$0 given back/),
  });
  await answerOf(await act(staff, 'refund', { cents: 200, madeGood: { ...stale, creditedCents: 100 } }));
  expect(
    await problemOf(await act(colleague, 'credit', { cents: 300, madeGood: { ...stale, creditedCents: 100 } })),
  ).toMatchObject({
    message: expect.stringMatching(/gave something of this plan back just now. \$1 is credited and \$2 given back/),
  });
  expect(await line()).toMatchObject({ creditedCents: 100, refundedCents: 200 });
});
