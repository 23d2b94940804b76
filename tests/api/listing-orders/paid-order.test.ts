/** A paid order of a listing: its mails, later events from Stripe, and the work of staff. */
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { syncObject, syncRun } from '#features/billing/server/stripe-syncs.ts';
import { syncListingOrder } from '#features/listing-orders/server/sync-order.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { confirmation, orderSite } from '#tests/support/order-site.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = orderSite();
const { visitor, begin, pay, orders, mails, confirm } = site;

describe('once it is paid', () => {
  it('keeps the order, mails a receipt and the staff, however often it is looked at', async () => {
    const browser = visitor();
    const intent = await begin(browser);
    const contact = { email: ' ana@example.com ', businessName: 'Figs' };
    await browser.write('PUT', '/api/listing-orders/contact', { body: contact });
    const settle = async () => answerOf(await browser.post('/api/listing-orders/settle'));
    expect(await settle()).toEqual({ status: 'open' });
    await expect(pay(intent, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    expect(await settle()).toEqual({ status: 'open' });
    await pay(intent);
    const look = () => syncObject(stripeSyncs, syncRun(site.services), { kind: 'payment_intent', id: intent });
    await Promise.all([settle(), look(), look(), look()]);
    const [order] = await orders();
    expect(order).toMatchObject({
      status: 'paid',
      email: 'ana@example.com',
      businessName: 'Figs',
      dueAt: new Date(site.now.getTime() + 86_400_000),
    });
    expect(await mails()).toEqual([
      ['ana@example.com', 'Your receipt: Standard listing, $49'],
      ['hello@oakbend.example', 'Paid: a Standard listing'],
    ]);
    const receipt = (await queuedMail(site.database.pool)).find(({ to }) => to === 'ana@example.com');
    for (const fact of ['We are on it', 'Figs', '$49', 'within 24 hours', '/listing-details?order=', 'test payment']) {
      expect(receipt?.text.replace(/\s+/g, ' ')).toContain(fact);
    }
    // The page after the payment confirms it, and has nothing new to mail.
    await confirm(browser);
    expect(await mails()).toHaveLength(2);
  });

  it('confirms once, to the browser that paid, and says the same to everybody', async () => {
    const [payer, stranger] = [visitor(), visitor()];
    const before = await confirm(payer);
    const intent = await begin(payer);
    const unpaid = await confirm(payer);
    await pay(intent);
    const answers = await Promise.all([confirm(stranger), confirm(payer, { ...confirmation, email: 'nobody' })]);
    expect(await mails()).toEqual([]);
    const rest = [await confirm(payer), await confirm(payer, { ...confirmation, email: 'spam@example.com' })];
    const all = [before, unpaid, ...answers, ...rest];
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(202));
    expect(new Set(await Promise.all(all.map((answer) => answer.text()))).size).toBe(1);
    expect(await mails()).toEqual([
      ['hello@oakbend.example', 'Paid: a Standard listing'],
      ['ana@example.com', 'Your receipt: Standard listing, $49'],
    ]);
  });

  it('does nothing for payments that are not a listing, or not its own', async () => {
    await begin(visitor());
    const [order] = await orders();
    const other = { amount: 100, currency: 'usd', payment_method: 'pm_card_visa', confirm: true };
    const foreign = await site.stripe.paymentIntents.create(other);
    const forged = await site.stripe.paymentIntents.create({
      ...other,
      metadata: { kind: 'listing', order_id: order?.id ?? '' },
    });
    for (const { id } of [foreign, forged, { id: 'pi_none' }]) {
      await syncObject(stripeSyncs, syncRun(site.services), { kind: 'payment_intent', id });
    }
    expect(await orders()).toMatchObject([{ status: 'pending', paidAt: null }]);
  });

  it('is withdrawn by a dispute, and comes back when that is won', async () => {
    const browser = visitor();
    const intent = await begin(browser);
    const { latest_charge: charge } = await pay(intent);
    const look = () => syncObject(stripeSyncs, syncRun(site.services), { kind: 'reversal', id: intent });
    await look();
    const dispute = site.sandbox.control.dispute({ charge: charge as string });
    await look();
    expect(await orders()).toMatchObject([{ status: 'withdrawn', disputedAt: site.now }]);
    site.sandbox.control.closeDispute({ dispute: dispute.id, end: 'won' });
    await look();
    expect(await orders()).toMatchObject([{ status: 'paid', disputedAt: null }]);
    expect(await mails()).toEqual([
      ['hello@oakbend.example', 'Paid: a Standard listing'],
      ['hello@oakbend.example', "A listing's payment is disputed by the card's owner"],
    ]);
  });

  it('keeps what Stripe said last, whoever of two that look at once is slower', async () => {
    const intent = await begin(visitor());
    await pay(intent);
    const run = syncRun(site.services);
    const [heard, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const retrieve = async (id: string, params: Stripe.PaymentIntentRetrieveParams) => {
      const answer = await run.stripe.paymentIntents.retrieve(id, params);
      heard.resolve();
      await held.promise;
      return answer;
    };
    const paymentIntents = Object.create(run.stripe.paymentIntents, { retrieve: { value: retrieve } });
    const slow: Stripe = Object.create(run.stripe, { paymentIntents: { value: paymentIntents } });
    const early = syncListingOrder({ ...run, stripe: slow }, intent);
    await heard.promise;
    await site.stripe.refunds.create({ payment_intent: intent });
    site.now = new Date(site.now.getTime() + 1_000);
    await syncListingOrder(run, intent);
    held.resolve();
    await early;
    expect(await orders()).toMatchObject([{ status: 'withdrawn', refundedAt: site.now }]);
  });

  it('is canceled when one card after the other is tried on it', async () => {
    const intent = await begin(visitor());
    const look = () => syncObject(stripeSyncs, syncRun(site.services), { kind: 'payment_intent', id: intent });
    for (let card = 0; card < 8; card++) {
      await look();
      expect((await site.stripe.paymentIntents.retrieve(intent)).status).toBe('requires_payment_method');
      await expect(pay(intent, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    }
    await look();
    expect((await site.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled');
    expect(await orders()).toMatchObject([{ status: 'canceled' }]);
  });

  it('is found by the reconciler when no event spoke of it; what nobody pays is canceled after a day', async () => {
    const [paid, left] = [await begin(visitor()), await begin(visitor())];
    await pay(paid);
    const reconcile = async () => {
      const run = syncRun(site.services);
      for (const overdue of stripeSyncs.overdue) {
        for (const object of await overdue(run)) await syncObject(stripeSyncs, run, object);
      }
    };
    await reconcile();
    expect((await orders()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    site.now = new Date(site.now.getTime() + 2 * 3_600_000);
    await reconcile();
    expect((await orders()).map(({ status }) => status)).toEqual(['paid', 'pending']);
    site.now = new Date(site.now.getTime() + 24 * 3_600_000);
    await reconcile();
    expect((await orders()).map(({ status }) => status)).toEqual(['paid', 'canceled']);
    expect((await site.stripe.paymentIntents.retrieve(left)).status).toBe('canceled');
  });
});

describe('staff', () => {
  async function aStaffBrowser() {
    const user = await aUser(site.database.db, { role: 'staff', username: 'stella' });
    return visitor().withSession(await aSession(site.database.db, user.id));
  }

  async function aPaidOrder() {
    const browser = visitor();
    await pay(await begin(browser));
    await confirm(browser);
    await forgetQueuedMail(site.database.pool);
    const [order] = await orders();
    if (!order) throw new Error('there is no order');
    return order;
  }

  it('find it in the queue and mark it done', async () => {
    const [staff, { id }] = [await aStaffBrowser(), await aPaidOrder()];
    expect(await answerOf(await staff.get('/api/staff/queue'))).toMatchObject([
      { kind: 'order', id, order: { businessName: 'Figs', email: 'ana@example.com', amountCents: 4900 } },
    ]);
    const done = () => staff.post(`/api/staff/listing-orders/${id}/done`, { body: { note: 'made /business/figs' } });
    expect(await answerOf(await done())).toMatchObject({ status: 'handled', handledBy: 'stella' });
    expect((await done()).status).toBe(409);
    expect(await answerOf(await staff.get('/api/staff/queue'))).toEqual([]);
    expect(await answerOf(await staff.get('/api/staff/listing-orders?state=done'))).toMatchObject([{ id }]);
    expect(await mails()).toEqual([['ana@example.com', 'Figs is set up']]);
  });
});
