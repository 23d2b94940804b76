/** The question before a merge says which claims wait on the two listings, and what the merge does to them. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { MergeClaim } from '#features/businesses/staff-contract.ts';
import { claims } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let goes: Business;
let stays: Business;
beforeEach(async () => {
  office = await aStaffOffice(database);
  goes = await aBusiness(database.db, { name: 'The Bakery' });
  stays = await aBusiness(database.db, { name: 'Bakery' });
});

async function aClaim(businessId: string, userId: string, given: Partial<typeof claims.$inferInsert> = {}) {
  const open = { plan: 'standard', amountCents: 2500, status: 'in_review', expiresAt: new Date('2099-01-01') } as const;
  const [claim] = await database.db
    .insert(claims)
    .values({ ...open, businessId, userId, ...given })
    .returning();
  return claim?.id ?? '';
}

const path = (id = goes.id, into = stays.id) => `/api/staff/businesses/${id}/merge?into=${into}`;
const read = async () => (await answerOf<{ claims: MergeClaim[] }>(await office.staff.get(path()))).claims;
const listingOf = async (id: string) =>
  (await database.db.select().from(claims).where(eq(claims.id, id)))[0]?.businessId;

it('names the open claims of both, and no others', async () => {
  const max = await aUser(database.db, { username: 'max' });
  const own = await aClaim(goes.id, max.id, { status: 'handed_over' });
  await aClaim(stays.id, office.staffUser.id, { status: 'pending', succeedsId: own });
  await aClaim(goes.id, office.staffUser.id, { status: 'rejected' });
  await aClaim((await aBusiness(database.db)).id, max.id);
  expect(await read()).toEqual([]);
  await aClaim(goes.id, office.ownerUser.id, { createdAt: new Date('2026-01-01') });
  await aClaim(stays.id, max.id, { status: 'pending', createdAt: new Date('2026-01-02') });
  expect(await read()).toEqual([
    { by: 'olga', on: 'goes', isInReview: true, ends: false },
    { by: 'max', on: 'stays', isInReview: false, ends: false },
  ]);
});

it('says of two claims of one person that one ends; the merge does so, and moves the others', async () => {
  const max = await aUser(database.db, { username: 'max' });
  const ending = await aClaim(goes.id, office.ownerUser.id, { createdAt: new Date('2026-01-01') });
  const kept = await aClaim(stays.id, office.ownerUser.id, { createdAt: new Date('2026-01-02') });
  const moving = await aClaim(goes.id, max.id, { createdAt: new Date('2026-01-03') });
  expect(await read()).toMatchObject([
    { by: 'olga', on: 'goes', ends: true },
    { by: 'olga', on: 'stays', ends: false },
    { by: 'max', on: 'goes', ends: false },
  ]);
  await answerOf(await office.staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));
  expect([await listingOf(ending), await listingOf(kept), await listingOf(moving)]).toEqual([null, stays.id, stays.id]);
});

it('refuses unknown listings, and who may not', async () => {
  const nobody = '0198d3a0-0000-7000-8000-000000000000';
  expect((await office.staff.get(path(nobody))).status).toBe(404);
  expect((await office.staff.get(path(goes.id, nobody))).status).toBe(404);
  expect((await office.staff.get(path(goes.id, 'x'))).status).toBe(400);
  expect((await office.owner.get(path())).status).toBe(403);
  expect((await office.visitor.get(path())).status).toBe(401);
});
