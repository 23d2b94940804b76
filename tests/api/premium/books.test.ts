/** The books: what came in and went back in a month, and the card payments of plans as a file, read from Stripe. */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { MonthSums } from '#features/billing-desk/month-contract.ts';
import { auditLog, billingCustomers, listingOrders, moneyActs, users } from '#server/db/schema/index.ts';
import { addMonths, monthOf, startOfMonth } from '#shared/dates.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { found } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;

const timeZone = () => site.desk.services.city.facts.timeZone;
const none = { count: 0, cents: 0 };

async function aTreasurer(services = site.desk.services) {
  const { user } = await site.desk.person({ role: 'staff', rights: ['treasurer'] });
  const expiresAt = new Date(services.now().getTime() + 999 * 86_400_000);
  return new TestBrowser(testSite(services)).withSession(await aSession(database.db, user.id, { expiresAt }));
}

/** A plan of $29, of which $12.50 go back at once. */
async function aPaidPlan() {
  await workOffJobs(site.desk.services);
  const owner = await site.desk.owner();
  await site.desk.payUpgrade(await site.desk.openUpgrade(owner));
  await site.desk.deliverAll();
  const [plan] = await site.desk.subscriptionsOf(owner);
  const staff = await site.desk.person({ role: 'staff' });
  const body = { id: randomUUID(), cents: 1250, reason: 'The page was down' };
  const path = `/api/staff/billing/subscriptions/${found(plan, 'plan').id}/refund`;
  await answerOf(await staff.browser.post(path, { body }));
  return owner;
}

it('has the sums of a month: orders, plans by card, cash, and what went back of each', async () => {
  await aPaidPlan();
  const month = monthOf(site.desk.services.now(), timeZone());
  const start = startOfMonth(month, timeZone());
  const earlier = new Date(start.getTime() - 1000);
  const order = { plan: 'standard', status: 'paid', amountCents: 4900, paidAt: start } as const;
  await database.db.insert(listingOrders).values([
    {
      ...order,
      refunds: [20, 29].map((dollars) => ({ id: `re_${dollars}`, at: start.toISOString(), cents: dollars * 100 })),
    },
    { ...order, paidAt: earlier, refundedAt: earlier },
    { ...order, paidAt: null, status: 'pending' },
  ]);
  const planId = randomUUID();
  const cash = { kind: 'cash', cents: 29_000, reason: 'At the fair', endsAt: new Date() } as const;
  await database.db.insert(moneyActs).values([
    { ...cash, id: randomUUID(), receivedOn: `${month}-01` },
    { ...cash, id: planId, receivedOn: `${addMonths(month, -1)}-28` },
  ]);
  const gone = { planId, reason: 'The check bounced', receivedOn: `${month}-02` };
  await database.db.insert(moneyActs).values([
    { ...gone, id: randomUUID(), kind: 'cash-missing', cents: 20_000 },
    { ...gone, id: randomUUID(), kind: 'cash-back', cents: 9000 },
    // A correction moves no money.
    { ...gone, id: randomUUID(), kind: 'correction', cents: 29_000 },
  ]);
  const treasurer = await aTreasurer();
  const sums = async (of: string) => answerOf<MonthSums>(await treasurer.get(`/api/staff/billing/months/${of}`));
  const now = {
    orders: { count: 1, cents: 4900 },
    cash: { count: 1, cents: 29_000 },
    ordersBack: { count: 2, cents: 4900 },
    cashBack: { count: 2, cents: 29_000 },
  };
  expect(await sums(month)).toEqual({
    ...now,
    ...{ plans: { count: 1, cents: 2900 }, plansBack: { count: 1, cents: 1250 } },
  });
  const before = { count: 1, cents: 4900 };
  expect(await sums(addMonths(month, -1))).toEqual({
    ...{
      orders: before,
      ordersBack: before,
      cash: { count: 1, cents: 29_000 },
      plans: none,
      plansBack: none,
      cashBack: none,
    },
  });
  // Without the payment service, the rest is shown all the same.
  const alone = await aTreasurer({ ...testServices(database), now: site.desk.services.now });
  expect(await answerOf(await alone.get(`/api/staff/billing/months/${month}`))).toEqual({
    ...now,
    ...{ plans: null, plansBack: null },
  });
  // A site on which nobody has ever paid by card knows that it was nothing.
  await database.db.delete(billingCustomers);
  expect(await answerOf(await alone.get(`/api/staff/billing/months/${month}`))).toMatchObject({
    ...{ plans: none, plansBack: none },
  });
  expect((await treasurer.get('/api/staff/billing/months/2026-13')).status).toBe(404);
});

it('has the card payments of plans as a file, page by page, by the day on which they were paid', async () => {
  const owner = await aPaidPlan();
  const { store } = site.sandbox.sandbox;
  const [invoice] = store.invoices.where(({ amount_paid }) => amount_paid > 0);
  const model = found(invoice, 'invoice');
  for (let at = 0; at < 120; at++) store.invoices.add({ ...model, id: `in_more_${at}`, number: `more-${at}` });
  store.invoices.add({ ...model, id: 'in_foreign', number: 'foreign', customer: 'cus_foreign' });
  const month = monthOf(site.desk.services.now(), timeZone());
  const beforeMonth = startOfMonth(month, timeZone()).getTime() / 1000 - 86_400;
  store.invoices.add({ ...model, id: 'in_late', number: 'made-before-paid-now', created: beforeMonth });
  const paidBefore = { ...model.status_transitions, paid_at: beforeMonth };
  store.invoices.add({ ...model, id: 'in_early', number: 'paid-before', status_transitions: paidBefore });
  const treasurer = await aTreasurer();
  const path = (of: string) => `/staff/exports/plan-payments.csv?month=${of}`;
  const response = await treasurer.get(path(month));
  expect(response.status).toBe(200);
  const rows = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[];
  const paid = rows.filter((row) => row.paid !== '');
  expect(paid).toHaveLength(122);
  expect(new Set(paid.map(({ number }) => number)).size).toBe(122);
  expect(paid.map(({ number }) => number)).toContain('made-before-paid-now');
  expect(paid.find(({ number }) => number === model.number)).toMatchObject({
    ...{ paid: '29.00', 'given back': '', person: owner.user.username, mailbox: owner.user.email },
    payment: expect.stringMatching(/^pi_/),
  });
  expect(rows.filter((row) => row.paid === '')).toMatchObject([{ 'given back': '12.50', person: owner.user.username }]);
  const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({ action: 'billing.exported', subjectId: 'plan-payments', data: { month } });

  // The payment stays when the account is deleted.
  await database.db.update(billingCustomers).set({ userId: null });
  expect(await (await treasurer.get(path(month))).text()).toContain('made-before-paid-now');
  for (const wrong of ['', '2026', '2026-13']) expect((await treasurer.get(path(wrong))).status).toBe(404);
  const alone = await aTreasurer({ ...testServices(database), now: site.desk.services.now });
  expect((await alone.get(path(month))).status).toBe(409);
  await database.db
    .update(users)
    .set({ rights: ['moderator'] })
    .where(eq(users.role, 'staff'));
  expect((await treasurer.get(path(month))).status).toBe(404);
});
