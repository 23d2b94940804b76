/** The bills of a person: of plans, of an order, and of a plan paid in cash; with what was given back. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Bill, listBills } from '#features/premium/bills-contract.ts';
import { auditLog, claims, listingOrders, moneyActs } from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';

const site = paymentSite();
const { database } = site;

type Bills = Answer<typeof listBills>;
const read = async ({ browser }: { browser: TestBrowser }) => answerOf<Bills>(await browser.get('/api/billing/bills'));

async function subscriber() {
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  return owner;
}

it('has an invoice of each payment, with its PDF, and what was given back', async () => {
  const owner = await subscriber();
  const { bills, issuer, payer, isTest } = await read(owner);
  expect(isTest).toBe(true);
  expect(issuer).toEqual({
    name: 'Oak Bend, TX',
    address: 'PO Box 100, San Antonio, TX 78200',
    email: 'hello@oakbend.example',
  });
  expect(payer.email).toBe(owner.user.email);
  const bill = only(bills, 'bill');
  expect(bill).toMatchObject({
    ...{ paidCents: 2900, taxCents: 0, creditCents: 0, paidBy: 'card', refunds: [] },
    lines: [
      {
        ...{ cents: 2900, text: expect.any(String) },
        time: { from: expect.stringMatching(/T/), until: expect.stringMatching(/T/) },
      },
    ],
    number: expect.any(String),
    pdfUrl: expect.stringMatching(/\/i\/in_\w+\/pdf$/),
    pageUrl: expect.stringMatching(/\/i\/in_\w+$/),
  } satisfies Partial<Record<keyof Bill, unknown>>);

  const { data } = await site.desk.stripe.charges.list({ limit: 1 });
  await site.desk.stripe.refunds.create({ charge: only(data, 'charge').id, amount: 900 });
  expect((await read(owner)).bills).toMatchObject([{ paidCents: 2900, refunds: [{ cents: 900 }] }]);
  expect((await read(await site.desk.owner())).bills).toEqual([]);
});

it('is made out to the listings that are shown, wait, or are off for now, and not to one that staff have refused', async () => {
  const owner = await site.desk.owner();
  const its = { ownerId: owner.user.id } as const;
  await aBusiness(database.db, { ...its, name: 'Waits', status: 'pending' });
  await aBusiness(database.db, { ...its, name: 'Off for now', status: 'hidden', hiddenByOwner: true });
  await aBusiness(database.db, { ...its, name: 'Oak House Bakery', status: 'rejected' });
  await aBusiness(database.db, { ...its, name: 'Spam', status: 'hidden' });
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  const teresa = await site.desk.person({ role: 'staff' });
  const lastDay = new Date(site.desk.services.now().getTime() + 90 * 86_400_000).toISOString().slice(0, 10);
  const receivedOn = site.desk.services.now().toISOString().slice(0, 10);
  const body = { id: randomUUID(), kind: 'cash', lastDay, reason: 'Paid at the desk', cents: 29_000, receivedOn };
  await answerOf(await teresa.browser.post(`/api/staff/billing/people/${owner.user.id}/plans`, { body }));
  const { bills } = await read(owner);
  expect(bills.map(({ paidBy }) => paidBy).toSorted()).toEqual(['card', 'cash']);
  const namesOf = (how: string) => bills.find(({ paidBy }) => paidBy === how)?.businesses.join(', ');
  expect(namesOf('card')).toMatch(/^[^,]+, Waits, Off for now$/);
  expect(namesOf('cash')).not.toContain('Oak House Bakery');
});

it('has one for what was paid in cash and at the payment page, of nobody else', async () => {
  const owner = await site.desk.owner();
  const stranger = await site.desk.owner();
  const at = new Date('2026-06-12T17:00:00Z');
  await database.db.insert(moneyActs).values([
    {
      ...{ id: randomUUID(), kind: 'cash', userId: owner.user.id, cents: 29000, reason: 'A year by check' },
      ...{ receivedOn: '2026-07-04', reference: 'Check 118', endsAt: new Date('2027-07-04T04:59:59Z') },
      forBusinesses: ['Figs'],
      receipt: '2026-0007',
    },
    { id: randomUUID(), kind: 'complimentary', userId: owner.user.id, reason: 'For the fair', endsAt: at },
  ]);
  const order = { plan: 'standard', amountCents: 4900, status: 'withdrawn', paidAt: at, refundedAt: at } as const;
  const days = [at, new Date(at.getTime() + 86_400_000)].map((day) => day.toISOString());
  const parts = [2000, 2900].map((cents, place) => ({ id: `re_${place}`, at: days[place] ?? '', cents }));
  await database.db.insert(listingOrders).values([
    { ...order, businessName: 'Figs', userId: owner.user.id, refunds: parts },
    { ...order, businessName: 'Others', userId: stranger.user.id },
    { ...order, businessName: 'Unpaid', status: 'pending', paidAt: null, userId: owner.user.id },
  ]);
  expect((await read(owner)).bills).toMatchObject([
    {
      ...{
        number: '2026-0007',
        reference: 'Check 118',
        at: '2026-07-04T12:00:00.000Z',
        paidBy: 'cash',
        paidCents: 29000,
        pdfUrl: null,
      },
      businesses: ['Figs'],
      lines: [{ text: 'Premium for all listings until July 3, 2027', cents: 29000 }],
    },
    {
      businesses: ['Figs'],
      paidCents: 4900,
      refunds: parts.map(({ at: day, cents }) => ({ at: day, cents })),
      pageUrl: null,
    },
  ]);
  expect((await read(stranger)).bills).toMatchObject([{ businesses: ['Others'] }]);
  const billing = await answerOf<{ hasBills: boolean }>(await owner.browser.get('/api/billing'));
  expect(billing.hasBills).toBe(true);
});

it('has those whose receipt went to the confirmed mailbox, and none for a mailbox that is not confirmed', async () => {
  const [sure, unsure] = [
    await site.desk.person({ email: 'ana@example.com', emailVerifiedAt: new Date() }),
    await site.desk.person({ email: 'bo@example.com', emailVerifiedAt: null }),
  ];
  const order = { plan: 'premium', amountCents: 9900, status: 'paid', paidAt: new Date() } as const;
  await database.db.insert(listingOrders).values([
    { ...order, email: 'Ana@example.com' },
    { ...order, email: 'bo@example.com' },
  ]);
  expect((await read(sure)).bills).toMatchObject([{ paidCents: 9900 }]);
  expect((await read(unsure)).bills).toEqual([]);
  // The dashboard leads there.
  const leads = async ({ browser }: typeof sure) =>
    (await answerOf<{ hasBills: boolean }>(await browser.get('/api/billing'))).hasBills;
  expect([await leads(sure), await leads(unsure)]).toEqual([true, false]);
});

it('is led to once something was paid, and not by a payment page that was opened or a hold on a card', async () => {
  const leads = async ({ browser }: { browser: TestBrowser }) =>
    (await answerOf<{ hasBills: boolean }>(await browser.get('/api/billing'))).hasBills;
  const looker = await site.desk.owner();
  await site.desk.openUpgrade(looker, 'monthly');
  expect(await leads(looker)).toBe(false);
  expect((await read(looker)).bills).toEqual([]);

  const claimant = await site.desk.person({});
  const { id } = await aBusiness(database.db, { name: 'Jam' });
  await site.desk.paidClaim(claimant, id);
  await site.desk.deliverAll();
  expect(await leads(claimant)).toBe(false);
  const [claim] = await database.db.select().from(claims).where(eq(claims.businessId, id));
  await database.db.update(claims).set({ status: 'superseded' }).where(eq(claims.businessId, id));
  expect(await leads(claimant)).toBe(false);
  // A charge that came all the same went back.
  await database.db.insert(auditLog).values({
    ...{ actorId: null, actorKind: 'site', action: 'claim.given-back', subjectType: 'business', subjectId: id },
    data: { claim: claim?.id, claimant: claimant.user.id, cents: 2500 },
  });
  expect(await leads(claimant)).toBe(true);
  expect(await leads(await subscriber())).toBe(true);
});

it('has what a former release noted as given back without its parts', async () => {
  const owner = await site.desk.owner();
  const at = new Date('2026-06-12T17:00:00Z');
  const order = { plan: 'standard', amountCents: 4900, status: 'withdrawn', paidAt: at, refundedAt: at } as const;
  await database.db.insert(listingOrders).values({ ...order, userId: owner.user.id });
  expect((await read(owner)).bills).toMatchObject([
    { refunds: [{ at: at.toISOString(), cents: 4900 }], dispute: null },
  ]);
});

it('has what the bank has because of a dispute, of an order and of a plan, also once it is lost', async () => {
  const owner = await subscriber();
  const at = new Date('2020-06-12T17:00:00Z');
  const order = { plan: 'standard', amountCents: 4900, status: 'withdrawn', paidAt: at, disputedAt: at } as const;
  const refunds = [{ id: 're_1', at: at.toISOString(), cents: 900 }];
  await database.db.insert(listingOrders).values({ ...order, refunds, userId: owner.user.id });
  const { data } = await site.desk.stripe.charges.list({ limit: 1 });
  const dispute = site.sandbox.control.dispute({ charge: only(data, 'charge').id });
  const ofOrder = { paidCents: 4900, dispute: { at: at.toISOString(), cents: 4000 } };
  const ofPlan = { paidCents: 2900, dispute: { at: new Date(dispute.created * 1000).toISOString(), cents: 2900 } };
  expect((await read(owner)).bills).toMatchObject([ofPlan, ofOrder]);
  site.sandbox.control.closeDispute({ dispute: dispute.id, end: 'lost' });
  expect((await read(owner)).bills).toMatchObject([ofPlan, ofOrder]);
});

it('says nothing about a dispute that was won', async () => {
  const owner = await subscriber();
  const { data } = await site.desk.stripe.charges.list({ limit: 1 });
  const { id } = site.sandbox.control.dispute({ charge: only(data, 'charge').id });
  site.sandbox.control.closeDispute({ dispute: id, end: 'won' });
  expect((await read(owner)).bills).toMatchObject([{ paidCents: 2900, dispute: null }]);
});

it('has the others while the payment service is away or not set up, and says that those of plans are missing', async () => {
  const owner = await subscriber();
  await database.db.insert(moneyActs).values({
    ...{ id: randomUUID(), kind: 'cash', userId: owner.user.id, cents: 29000, reason: 'A year by check' },
    ...{ receivedOn: '2026-07-04', endsAt: new Date('2027-07-04T04:59:59Z') },
  });
  expect(await read(owner)).toMatchObject({ isPartial: false, bills: [{}, {}] });
  site.sandbox.control.faults({ failNext: 100 });
  expect(await read(owner)).toMatchObject({ isPartial: true, bills: [{ paidBy: 'cash' }] });
  site.sandbox.control.faults({ failNext: 0 });
  const { stripe } = site.desk.services.env;
  site.desk.services.env.stripe = undefined;
  expect(await read(owner)).toMatchObject({ isPartial: true, bills: [{ paidBy: 'cash' }] });
  site.desk.services.env.stripe = { ...found(stripe, 'the keys'), secretKey: 'sk_test_revoked' };
  expect(await read(owner)).toMatchObject({ isPartial: true, bills: [{ paidBy: 'cash' }] });
  site.desk.services.env.stripe = stripe;
});

it('needs an account', async () => {
  expect((await new TestBrowser(site.desk.app).get('/api/billing/bills')).status).toBe(401);
});
