/** Money in cash or by check has a short receipt number, the same in mails, on bills, for staff and in the books. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { StaffPlan } from '#features/billing-desk/plans-contract.ts';
import { exportMoneyActs } from '#features/billing-desk/server/export-money-acts.ts';
import { nextReceipt } from '#features/billing-desk/server/receipt-number.ts';
import type { PersonMoney } from '#features/billing-desk/staff-contract.ts';
import type { Found } from '#features/find/contract.ts';
import type { listBills } from '#features/premium/bills-contract.ts';
import { moneyActs } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;
let staff: Person;
let ann: Person;
let bob: Person;
let today: string;

beforeEach(async () => {
  await database.db.delete(moneyActs);
  staff = await site.desk.person({ role: 'staff' });
  ann = await site.desk.owner();
  bob = await site.desk.owner();
  today = dayOf(site.desk.services.now(), site.desk.services.city.facts.timeZone);
});

const pay = async ({ user }: Person, given: object = {}): Promise<string> => {
  const cash = { kind: 'cash', cents: 29_000, receivedOn: today, reference: 'Check 1204', reason: 'A year' };
  const body = { id: randomUUID(), lastDay: addDays(today, 365), ...cash, ...given };
  await answerOf(await staff.browser.post(`/api/staff/billing/people/${user.id}/plans`, { body }));
  return body.id;
};
const receiptOf = async (id: string) =>
  only(await database.db.select().from(moneyActs).where(eq(moneyActs.id, id)), 'act').receipt;
const mailsTo = async ({ user }: Person) =>
  (await queuedMail(database.pool)).filter(({ to }) => to === user.email).map(({ text }) => text.replace(/\s+/g, ' '));
const billsOf = async ({ browser }: Person) =>
  (await answerOf<Answer<typeof listBills>>(await browser.get('/api/billing/bills'))).bills;
const find = async (text: string) =>
  (await answerOf<Found[]>(await staff.browser.get(`/api/staff/find?${new URLSearchParams({ text })}`))).filter(
    ({ kind }) => kind === 'plan',
  );

it('gives each booking the next number of the year, also two at once, and none to a plan that nobody pays for', async () => {
  const ids = await Promise.all([pay(ann), pay(bob), pay(ann)]);
  const year = today.slice(0, 4);
  expect((await Promise.all(ids.map(receiptOf))).toSorted()).toEqual(
    ['0001', '0002', '0003'].map((count) => `${year}-${count}`),
  );
  const given = await pay(ann, { kind: 'complimentary', cents: undefined, receivedOn: undefined });
  expect(await receiptOf(given)).toBeNull();
  expect(await receiptOf(await pay(bob))).toBe(`${year}-0004`);
});

it('is the same number in the mail, on the bill, for staff and in the books, and a correction keeps it', async () => {
  const id = await pay(ann);
  const receipt = `${today.slice(0, 4)}-0001`;
  expect((await mailsTo(ann)).at(-1)).toContain(`Receipt: ${receipt}`);
  expect(await billsOf(ann)).toMatchObject([{ id, number: receipt, reference: 'Check 1204', paidBy: 'cash' }]);
  const { acts } = await answerOf<PersonMoney>(await staff.browser.get(`/api/staff/billing/people/${ann.user.id}`));
  expect(acts).toMatchObject([{ id, receipt, reference: 'Check 1204' }]);
  expect(await answerOf<StaffPlan[]>(await staff.browser.get('/api/staff/billing/plans'))).toMatchObject([
    { id, receipt },
  ]);
  let file = '';
  for await (const part of await exportMoneyActs(site.desk.services, { actorId: staff.user.id })) file += part;
  expect(file).toContain(`,${receipt},Check 1204,`);
  const body = { id: randomUUID(), cents: 2900, receivedOn: today, reference: '1205', reason: 'A zero too many' };
  await answerOf(await staff.browser.post(`/api/staff/billing/plans/${id}/correction`, { body }));
  expect((await mailsTo(ann)).at(-1)).toContain(`Receipt: ${receipt}`);
  expect(await billsOf(ann)).toMatchObject([{ number: receipt, reference: '1205', paidCents: 2900 }]);
});

it('is found as people read it out, and by the longer number of earlier mails', async () => {
  await pay(bob);
  const id = await pay(ann);
  const year = today.slice(0, 4);
  for (const text of [
    `${year}-0002`,
    `Receipt ${year}-0002`,
    `receipt no. ${year}-2`,
    id,
    id.slice(0, 13).toUpperCase(),
  ]) {
    expect(await find(text), text).toMatchObject([
      {
        id,
        title: ann.user.username,
        detail: expect.stringContaining(` · receipt ${year}-0002 · Check 1204 · active`),
      },
    ]);
  }
  for (const text of [`${year}-0003`, '1999-0002', `${year}-00`]) expect(await find(text), text).toEqual([]);
});

it('counts on beyond four digits, and anew in another year', async () => {
  const cash = { kind: 'cash', cents: 100, reason: 'A year', endsAt: new Date() } as const;
  await database.db.insert(moneyActs).values([
    { ...cash, id: randomUUID(), receipt: '2031-9999' },
    { ...cash, id: randomUUID(), receipt: '2031-10000' },
  ]);
  expect(await nextReceipt(database.db, '2031')).toBe('2031-10001');
  expect(await nextReceipt(database.db, '2032')).toBe('2032-0001');
});

it('numbers what was booked before, in the order in which it was booked', async () => {
  const cash = { kind: 'cash', cents: 100, reason: 'A year', endsAt: new Date(), userId: ann.user.id } as const;
  const booked = ['2025-12-31', '2026-03-01', '2026-01-05', '2026-02-01'];
  await database.db
    .insert(moneyActs)
    .values([
      ...booked.map((day) => ({ ...cash, id: randomUUID(), createdAt: new Date(`${day}T12:00:00Z`) })),
      { ...cash, id: randomUUID(), kind: 'complimentary', cents: null, createdAt: new Date('2026-01-01T12:00:00Z') },
    ]);
  const file = new URL('../../../src/server/db/migrations/0080_receipt-of-cash.sql', import.meta.url);
  const [, fill = ''] = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  await database.pool.query(fill);
  const rows = await database.db.select().from(moneyActs).orderBy(moneyActs.createdAt);
  expect(rows.map(({ receipt }) => receipt)).toEqual(['2025-0001', null, '2026-0001', '2026-0002', '2026-0003']);
});
