/** A bank may turn a refund down days later: the order leaves 'given back', and staff are told. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { heardEvents, objectsOfEvent } from '#features/billing/server/objects-of-event.ts';
import { syncObject, syncRun } from '#features/billing/server/stripe-syncs.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { orderSite } from '#tests/support/order-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import type { TestBrowser } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = orderSite();
const { visitor, begin, pay, orders, mails, confirm } = site;
let staff: TestBrowser;
let orderId: string;
let intent: string;

async function buy(order?: object) {
  const payer = visitor();
  intent = await begin(payer, order);
  await pay(intent);
  await confirm(payer);
  orderId = only(await orders(), 'order').id;
}

beforeEach(async () => {
  const { id } = await aUser(site.database.db, { role: 'staff', username: 'stella' });
  staff = visitor().withSession(await aSession(site.database.db, id));
});

const giveBack = async (cents?: number) => {
  const body = { id: randomUUID(), reason: 'Not in our area', cents };
  await answerOf(await staff.post(`/api/staff/listing-orders/${orderId}/refund`, { body }));
  await workOffJobs(site.services);
  await forgetQueuedMail(site.database.pool);
};

/** The bank turns the last refund down; then the newest event of those that the site hears is acted upon. */
async function turnDown() {
  const { data: refunds } = await site.stripe.refunds.list({ payment_intent: intent });
  site.sandbox.control.failRefund({ refund: found(refunds[0], 'refund').id });
  const { data: events } = await site.stripe.events.list({ types: [...heardEvents], limit: 1 });
  const event = only(events, 'event');
  for (const object of objectsOfEvent(event)) await syncObject(stripeSyncs, syncRun(site.services), object);
  return event.type;
}
const wordsOfMail = async () => only(await queuedMail(site.database.pool), 'mail').text.replace(/\s+/g, ' ');

it('leaves given back for the queue, and can be given back again', async () => {
  await buy();
  await giveBack();
  expect(await turnDown()).toBe('refund.failed');
  expect(await orders()).toMatchObject([{ status: 'paid', refundedAt: null, refunds: [] }]);
  expect(await mails()).toEqual([['hello@oakbend.example', 'A refund of $49 did not arrive']]);
  expect(await wordsOfMail()).toMatch(/could not take \$49 .* waits in the queue again.*ana@example\.com/);
  await syncObject(stripeSyncs, syncRun(site.services), { kind: 'reversal', id: intent });
  expect(await mails()).toHaveLength(1);
  await giveBack();
  expect(await orders()).toMatchObject([{ status: 'withdrawn', refunds: [{ cents: 4900 }] }]);
});

it('has its Premium again', async () => {
  await buy({ amount: 99, plan: 'premium' });
  const { id: listing, slug } = await aBusiness(site.database.db, { status: 'approved' });
  await answerOf(
    await staff.post(`/api/staff/listing-orders/${orderId}/done`, { body: { note: '', business: slug, evenSo: true } }),
  );
  const premiumUntil = async () => {
    await workOffJobs(site.services);
    const [row] = await site.database.db.select().from(businesses).where(eq(businesses.id, listing));
    return row?.premiumExpiresAt ?? null;
  };
  const until = await premiumUntil();
  expect(until).not.toBeNull();
  await giveBack();
  expect(await premiumUntil()).toBeNull();
  await turnDown();
  expect(await orders()).toMatchObject([{ status: 'handled', refundedAt: null }]);
  expect(await wordsOfMail()).toContain('counts as set up again, and the Premium that came with it runs again');
  expect(await premiumUntil()).toEqual(until);
});

it('keeps the parts that arrived', async () => {
  await buy();
  await giveBack(2000);
  await giveBack(900);
  await turnDown();
  expect(await orders()).toMatchObject([{ status: 'paid', refunds: [{ cents: 2000 }] }]);
  expect(await wordsOfMail()).toMatch(/could not take \$9 .* The order stays as it is\./);
});
