/** Treasurers give the payment of an order back, whole or in parts; what is given back at Stripe itself counts alike. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { syncObject, syncRun } from '#features/billing/server/stripe-syncs.ts';
import { refundOrder } from '#features/listing-orders/server/refund-order.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { lineToStripe } from '#tests/support/line-to-stripe.ts';
import { orderSite } from '#tests/support/order-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, type TestBrowser } from '#tests/support/test-browser.ts';

const site = orderSite();
const { visitor, begin, pay, orders, mails, confirm } = site;
let staff: TestBrowser;
let actorId: string;
let orderId: string;
let intent: string;
/** The charge of the $49. */
let charge: string;

beforeEach(async () => {
  actorId = (await aUser(site.database.db, { role: 'staff', username: 'stella' })).id;
  staff = visitor().withSession(await aSession(site.database.db, actorId));
  const payer = visitor();
  intent = await begin(payer);
  charge = (await pay(intent)).latest_charge as string;
  await confirm(payer);
  await forgetQueuedMail(site.database.pool);
  orderId = only(await orders(), 'order').id;
});

const press = (body: Record<string, unknown> = {}, order = orderId) =>
  staff.post(`/api/staff/listing-orders/${order}/refund`, {
    body: { id: randomUUID(), reason: 'Not in our area', ...body },
  });
const statuses = (answers: Response[]) => answers.map(({ status }) => status).toSorted();
const atStripe = async () =>
  (await site.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount).toSorted();
/** Does the work that Stripe's event charge.refunded asks for. */
const hear = () => syncObject(stripeSyncs, syncRun(site.services), { kind: 'reversal', id: intent });
const audits = () =>
  site.database.db.select().from(auditLog).where(eq(auditLog.action, 'order.refunded')).orderBy(auditLog.id);
const wordsOfMail = async () => only(await queuedMail(site.database.pool), 'mail').text.replace(/\s+/g, ' ');

it('gives all of it back once, however many press', async () => {
  expect(statuses(await Promise.all([press(), press()]))).toEqual([200, 409]);
  expect((await press()).status).toBe(409);
  expect(await atStripe()).toEqual([4900]);
  await hear();
  expect(await orders()).toMatchObject([
    { status: 'withdrawn', refundedAt: site.now, refunds: [{ cents: 4900, at: expect.any(String) }] },
  ]);
  expect(await audits()).toMatchObject([{ subjectId: orderId, data: { cents: 4900, reason: 'Not in our area' } }]);
  expect(await mails()).toEqual([['ana@example.com', 'Your payment of $49 is on its way back']]);
});

it('counts a form that is sent twice once', async () => {
  const form = { id: randomUUID(), cents: 2000 };
  expect(statuses(await Promise.all([press(form), press(form)]))).toEqual([200, 200]);
  expect(await answerOf(await press({ ...form, cents: 4900 }))).toMatchObject({ refunds: [{ cents: 2000 }] });
  expect(await atStripe()).toEqual([2000]);
  expect(await audits()).toHaveLength(1);
  expect(await mails()).toEqual([['ana@example.com', '$20 of your payment is on its way back']]);
});

it('gives parts back, up to the whole: the order goes on until nothing is left', async () => {
  await answerOf(await staff.post(`/api/staff/listing-orders/${orderId}/done`, { body: { note: '' } }));
  await forgetQueuedMail(site.database.pool);
  expect(await answerOf(await press({ cents: 2000 }))).toMatchObject({
    ...{ status: 'handled', refundedAt: null },
    refunds: [{ cents: 2000, at: expect.any(String) }],
  });
  expect(await wordsOfMail()).toMatch(/We have given back \$20 of the \$49 .* Not in our area .* goes on as before/);
  expect(await problemOf(await press({ cents: 2901 }))).toMatchObject({
    status: 422,
    fields: { cents: 'At most $29 can be given back' },
  });
  await hear();
  expect(await orders()).toMatchObject([{ status: 'handled', refundedAt: null, refunds: [{ cents: 2000 }] }]);
  await forgetQueuedMail(site.database.pool);
  expect(await answerOf(await press())).toMatchObject({
    ...{ status: 'withdrawn', refundedAt: site.now.toISOString() },
    refunds: [{ cents: 2000 }, { cents: 2900 }],
  });
  expect(await wordsOfMail()).toMatch(/We have given back \$29 of the \$49 .* your order ends/);
  await hear();
  expect(await orders()).toMatchObject([{ status: 'withdrawn', refunds: [{ cents: 2000 }, { cents: 2900 }] }]);
  expect(await mails()).toHaveLength(1);
});

it('agrees with what is given back at Stripe itself', async () => {
  await site.stripe.refunds.create({ payment_intent: intent, amount: 900 });
  // Before the event has come, the form knows it already.
  expect((await press({ cents: 4001 })).status).toBe(422);
  await hear();
  expect(await orders()).toMatchObject([{ status: 'paid', refundedAt: null, refunds: [{ cents: 900 }] }]);
  expect(await mails()).toEqual([]);
  await site.stripe.refunds.create({ payment_intent: intent });
  await hear();
  expect(await orders()).toMatchObject([{ status: 'withdrawn', refunds: [{ cents: 900 }, { cents: 4000 }] }]);
  expect(await mails()).toEqual([['hello@oakbend.example', "A listing's payment is given back"]]);
});

it('notes and mails a refund that an earlier try made and could not note, without a second one', async () => {
  const id = randomUUID();
  await site.stripe.refunds.create({ payment_intent: intent, metadata: { act: id } });
  await hear();
  await forgetQueuedMail(site.database.pool);
  expect(await answerOf(await press({ id }))).toMatchObject({ status: 'withdrawn', refunds: [{ cents: 4900 }] });
  expect(await atStripe()).toEqual([4900]);
  expect(await audits()).toMatchObject([{ data: { cents: 4900 } }]);
  expect(await mails()).toEqual([['ana@example.com', 'Your payment of $49 is on its way back']]);
});

it('is on record, and mailed, also when the call that made it is lost: by the event about it, once', async () => {
  await answerOf(await press({ cents: 1000 }));
  await forgetQueuedMail(site.database.pool);
  const reason = `Not in our area: ${'🌵 too far, '.repeat(80)}sorry`;
  const form = { id: randomUUID(), reason };
  // Stripe makes the refund; none of its answers arrives.
  const line = await lineToStripe(site.services, { isLost: ({ method }) => method === 'POST' });
  await expect(refundOrder(line.services, { ...form, orderId, actorId })).rejects.toMatchObject({
    code: 'unavailable',
  });
  await line.close();
  expect(await atStripe()).toEqual([1000, 3900]);
  await hear();
  await hear();
  const [, late] = await audits();
  expect(late).toMatchObject({ actorId, subjectId: orderId, data: { cents: 3900, reason, act: form.id } });
  expect(await mails()).toEqual([['ana@example.com', '$39 of your payment is on its way back']]);
  expect(await orders()).toMatchObject([{ status: 'withdrawn', refunds: [{ cents: 1000 }, { cents: 3900 }] }]);
  // Sent once more, it counts as sent.
  expect((await press(form)).status).toBe(200);
  expect(await audits()).toHaveLength(2);
  expect(await mails()).toHaveLength(1);
});

it('is on record without a name when who gave it back has no account any more', async () => {
  const metadata = { act: randomUUID(), actor: 'nobody', reason: 'Not in our area' };
  await site.stripe.refunds.create({ payment_intent: intent, amount: 900, metadata });
  await hear();
  expect(await audits()).toMatchObject([{ actorId: null, data: { cents: 900 } }]);
});

it('gives nothing back for a form that Stripe has had with another amount', async () => {
  const id = randomUUID();
  const first = { idempotencyKey: `refund:listing:${orderId}:${id}` };
  await site.stripe.refunds.create({ payment_intent: intent, amount: 900 }, first);
  expect((await press({ id, cents: 2000 })).status).toBe(409);
  expect(await atStripe()).toEqual([900]);
});

it('holds nothing of the order while Stripe is asked', async () => {
  const isFree: boolean[] = [];
  const before = async () => {
    const locked = site.database.pool.query('select id from listing_orders where id = $1 for update nowait', [orderId]);
    isFree.push(await locked.then(() => true).catch(() => false));
  };
  const line = await lineToStripe(site.services, { before });
  const asked = { orderId, id: randomUUID(), reason: 'Not in our area', actorId };
  expect(await refundOrder(line.services, asked)).toMatchObject({ status: 'withdrawn' });
  expect(isFree).toEqual([true, true]);
  await line.close();
});

it('is refused without a reason or an amount, of an unknown, unpaid or disputed order, and while Stripe is away', async () => {
  expect(await problemOf(await press({ reason: 'no' }))).toMatchObject({
    status: 422,
    fields: { reason: 'Please say why, in 3 letters or more' },
  });
  expect(await problemOf(await press({ cents: 0 }))).toMatchObject({
    status: 422,
    fields: { cents: 'Please enter an amount' },
  });
  expect((await press({}, '01900000-0000-7000-8000-000000000000')).status).toBe(404);
  await begin(visitor());
  const unpaid = (await orders()).find(({ id }) => id !== orderId);
  expect((await press({}, unpaid?.id)).status).toBe(409);
  site.sandbox.control.faults({ failNext: 100 });
  expect((await press()).status).toBe(503);
  site.sandbox.control.faults({ failNext: 0 });
  site.sandbox.control.dispute({ charge });
  // The event about the dispute has not come yet.
  expect((await press()).status).toBe(409);
  await hear();
  expect((await press()).status).toBe(409);
  expect(await atStripe()).toEqual([]);
  expect(await audits()).toEqual([]);
});
