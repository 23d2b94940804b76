/** Staff give a listing with a paid claim to another owner: the same act as a hand-over, with an undo that is true. */
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import { subscriptions } from '#server/db/schema/index.ts';
import { usualPrices } from '#shared/prices.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { HandOverDesk } from '#tests/support/hand-over-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
let over: HandOverDesk;
let staff: Person;
const reason = 'He bought the shop, and both wrote to us.';

beforeEach(async () => {
  await setUpCatalogue(site.desk.stripe, usualPrices);
  over = await HandOverDesk.paid(site.desk);
  staff = await site.desk.person({ username: 'stella', role: 'staff' });
});

const path = () => `/api/staff/businesses/${over.business.id}/owner`;
const change = (email = 'max@example.com') => staff.browser.write('PUT', path(), { body: { email, reason } });
const undo = () => staff.browser.post('/api/staff/undo', { body: { subjectId: over.business.id } });
const ends = async () =>
  (await site.desk.stripe.subscriptions.retrieve((await over.planOf(over.olga)).id)).cancel_at_period_end;
/** The jobs that tell Stripe, with the moment from which they may run. */
const waiting = async () =>
  (await database.pool.query("select start_after from pgboss.job where name = 'stop-claim' and state = 'created'"))
    .rows as { start_after: Date }[];

it('is said before, moves the listing, and ends the plan with its period once it can no longer be undone', async () => {
  const { paidThrough } = await over.planOf(over.olga);
  const paid = { until: paidThrough?.toISOString(), plan: 'standard' };
  expect(await answerOf(await staff.browser.get(path()))).toEqual({ first: null, paid });
  expect(await answerOf(await change())).toEqual({ owner: 'max' });
  expect([await over.owner(), await ends()]).toEqual(['max', false]);
  const undoable = site.desk.services.now().getTime() + 25_000;
  expect((await waiting()).map(({ start_after }) => start_after.getTime() > undoable)).toEqual([true]);
  await site.desk.settle();
  expect(await ends()).toBe(true);
  expect(await over.lastTo(over.max, 'has a new owner')).toMatch(
    /It is paid until .* This is why|This is why.*It is paid until/,
  );
  expect(await over.lastTo(over.olga, 'has a new owner')).toContain('No plan of yours for it is renewed');
  expect((await over.billing(over.olga)).plans).toMatchObject([{ handedOverBy: 'staff', renewsAt: null }]);
  expect((await over.billing(over.max)).takenOver).toHaveLength(1);
  await over.pass(await over.daysLeft());
  expect([await over.owner(), await site.desk.chargedCents(over.olga)]).toEqual([null, 2500]);
});

describe('undone', () => {
  it('in time, everything is as before, and Stripe was never told', async () => {
    await answerOf(await change());
    await answerOf(await undo());
    await site.desk.settle();
    expect([await over.owner(), (await over.claimOf(over.olga)).status, await ends()]).toEqual([
      'olga',
      'approved',
      false,
    ]);
    expect(await over.claimOf(over.olga)).toMatchObject({ handedOverAt: null, successorId: null, paidUntil: null });
    expect((await over.billing(over.olga)).plans).toMatchObject([{ handedOverBy: null, endsAt: null }]);
    expect(await over.subjectsTo(over.max)).toEqual([]);
    await over.pass((await over.daysLeft()) + 1);
    expect([await over.owner(), await site.desk.chargedCents(over.olga)]).toEqual(['olga', 5000]);
  });

  it('a plan that was ending goes on ending', async () => {
    const { id } = await over.planOf(over.olga);
    await answerOf(await over.olga.browser.post('/api/billing/cancel', { body: { id } }));
    await site.desk.settle();
    await answerOf(await change());
    await answerOf(await undo());
    expect((await over.claimOf(over.olga)).status).toBe('ending');
  });

  it('of a second change, the paid time is the first one’s again', async () => {
    await over.handOver();
    const cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com', emailVerifiedAt: new Date() });
    await answerOf(await change('cleo@example.com'));
    expect(await over.owner()).toBe(cleo.user.id);
    await answerOf(await undo());
    expect(await over.owner()).toBe('max');
    expect(await over.claimOf(over.olga)).toMatchObject({ successorId: over.max.user.id, handedOverBy: 'owner' });
  });

  it('of a change back to who pays for it, the paid time is passed on once more', async () => {
    await over.handOver();
    await answerOf(await change('olga@bakery.example'));
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['olga', 'ending']);
    await answerOf(await undo());
    expect([await over.owner(), (await over.claimOf(over.olga)).status]).toEqual(['max', 'handed_over']);
    expect((await over.billing(over.max)).takenOver).toHaveLength(1);
  });

  it('is refused once the new owner has given a card, and ends a page that is open', async () => {
    await answerOf(await change());
    const sessionId = await over.openPage(over.max);
    await answerOf(await undo());
    expect((await over.claimOf(over.max)).status).toBe('withdrawn');
    await answerOf(await change());
    await over.pay(over.max);
    expect((await undo()).status).toBe(409);
    expect(await over.owner()).toBe('max');
    expect((await site.desk.stripe.checkout.sessions.retrieve(sessionId)).status).toBe('expired');
  });
});

it('of an acceptance and a change at the same moment one comes after the other, and claim and owner agree', async () => {
  const cleo = await site.desk.person({ username: 'cleo', email: 'cleo@example.com', emailVerifiedAt: new Date() });
  await answerOf(await over.offer());
  const [accepted, changed] = await Promise.all([over.accept(), change('cleo@example.com')]);
  expect([200, 404]).toContain(accepted.status);
  expect(changed.status).toBe(200);
  await site.desk.settle();
  expect([await over.owner(), (await over.claimOf(over.olga)).successorId]).toEqual([cleo.user.id, cleo.user.id]);
  expect((await over.billing(over.max)).takenOver).toEqual([]);
});

it('is refused while a payment is owed, and to nobody while paid time would be lost', async () => {
  expect(await problemOf(await change(''))).toMatchObject({
    status: 409,
    message: expect.stringContaining('under Billing'),
  });
  await database.db.update(subscriptions).set({ failedAt: new Date(), status: 'past_due' });
  expect(await problemOf(await change())).toMatchObject({
    status: 409,
    message: expect.stringContaining('did not go through'),
  });
  expect(await answerOf(await staff.browser.get(path()))).toMatchObject({ first: 'owed' });
  expect(await over.owner()).toBe('olga');
});
