/** A bill of cash stays as it was made, whatever its person owns later. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { listBills } from '#features/premium/bills-contract.ts';
import { businesses, moneyActs } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;

const namesOn = async ({ browser }: Person) =>
  (await answerOf<Answer<typeof listBills>>(await browser.get('/api/billing/bills'))).bills.map(
    ({ businesses: names }) => names,
  );

it('names the businesses of the day on which it was booked', async () => {
  const owner = await site.desk.person();
  const staff = await site.desk.person({ role: 'staff' });
  const ownerId = owner.user.id;
  const cleaners = await aBusiness(database.db, { name: 'Cleaners', ownerId });
  await aBusiness(database.db, { name: 'Bakery', ownerId, status: 'pending' });
  const today = dayOf(site.desk.services.now(), site.desk.services.city.facts.timeZone);
  const book = () =>
    staff.browser.post(`/api/staff/billing/people/${ownerId}/plans`, {
      body: {
        ...{ id: randomUUID(), kind: 'cash', lastDay: addDays(today, 365), reason: 'A year by check' },
        ...{ cents: 29_000, receivedOn: today },
      },
    });
  await answerOf(await book());
  expect(await namesOn(owner)).toEqual([['Cleaners']]);
  await aBusiness(database.db, { name: 'Tent & Chair', ownerId });
  await database.db.update(businesses).set({ ownerId: null }).where(eq(businesses.id, cleaners.id));
  expect(await namesOn(owner)).toEqual([['Cleaners']]);
  await answerOf(await book());
  expect((await namesOn(owner)).toSorted()).toEqual([['Cleaners'], ['Tent & Chair']]);
});

it('of before the column came, names what the history does not say came later', async () => {
  const owner = await site.desk.person();
  const ownerId = owner.user.id;
  const bookedAt = new Date('2026-06-12T17:00:00Z');
  const before = new Date('2026-01-12T17:00:00Z');
  const later = new Date('2026-06-14T17:00:00Z');
  const [, claimed, left] = [
    await aBusiness(database.db, { name: 'Cleaners', ownerId, createdAt: before }),
    await aBusiness(database.db, { name: 'Tent & Chair', ownerId, createdAt: before }),
    await aBusiness(database.db, { name: 'Old Inn', ownerId, createdAt: before }),
    await aBusiness(database.db, { name: 'Added Later', ownerId, createdAt: later }),
  ];
  const toOwner = { actorId: null, by: 'site', action: 'claim.approved', subjectType: 'business' } as const;
  await writeAudit(database.db, { ...toOwner, subjectId: claimed.id, data: { ownerId: [null, ownerId] } });
  await writeAudit(database.db, {
    ...toOwner,
    action: 'business.edited',
    subjectId: left.id,
    data: { name: ['Inn', 'Old Inn'] },
  });
  const act = { userId: ownerId, cents: 29_000, reason: 'A year by check', endsAt: new Date('2027-06-12T17:00:00Z') };
  const cash = randomUUID();
  await database.db.insert(moneyActs).values([
    { ...act, id: cash, kind: 'cash', createdAt: bookedAt },
    { ...act, id: randomUUID(), kind: 'complimentary', cents: null, createdAt: bookedAt },
  ]);
  const file = new URL('../../../src/server/db/migrations/0078_what-a-cash-bill-is-for.sql', import.meta.url);
  const [, fill = ''] = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  await database.pool.query(fill);
  expect(await namesOn(owner)).toEqual([['Cleaners', 'Old Inn']]);
  const rows = await database.db.select().from(moneyActs).where(eq(moneyActs.userId, ownerId));
  expect(rows.map(({ kind, forBusinesses }) => [kind, forBusinesses]).toSorted()).toEqual([
    ['cash', ['Cleaners', 'Old Inn']],
    ['complimentary', null],
  ]);
});
