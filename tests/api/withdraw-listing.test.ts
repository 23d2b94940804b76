/** An owner takes back a listing that staff have not approved. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { QueueItem } from '#features/approvals/contract.ts';
import type { EditableBusiness, OwnBusinessSummary } from '#features/businesses/owner-contract.ts';
import { auditLog, businesses, listingManagers, listingOrders } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  office = await aStaffOffice(database);
});

const withdraw = (id: string, by = office.owner) => by.write('DELETE', `/api/businesses/${id}`);
const stored = async (id: string) => database.db.select().from(businesses).where(eq(businesses.id, id));
const queue = async () => answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue'));
const mine = async () => answerOf<OwnBusinessSummary[]>(await office.owner.get('/api/user/businesses'));

async function aSubmission(): Promise<EditableBusiness> {
  const category = (await aCategory(database.db)).slug;
  return answerOf(await office.owner.post('/api/businesses', { body: { ...aBusinessForm, category } }));
}

test('a listing that waits leaves the list and the queue of staff, with a line in the history', async () => {
  const { id, version } = await aSubmission();
  expect(await queue()).toHaveLength(1);
  expect((await withdraw(id)).status).toBe(200);
  expect([await stored(id), await queue(), await mine()]).toEqual([[], [], []]);
  const lines = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(lines.at(-1)).toMatchObject({
    action: 'business.withdrawn',
    data: { name: 'Fig & Ladder', status: 'pending' },
  });
  expect((await withdraw(id)).status).toBe(404);
  const late = await office.staff.post(`/api/staff/businesses/${id}/approve`, { body: { version } });
  expect(late.status).toBe(404);
});

test('one that was not approved goes likewise, also right after the decision', async () => {
  const { id, version } = await aSubmission();
  const said = { version, reason: 'It is there already.' };
  expect((await office.staff.post(`/api/staff/businesses/${id}/reject`, { body: said })).status).toBe(200);
  expect((await withdraw(id)).status).toBe(200);
  expect(await stored(id)).toEqual([]);
});

test.each(['approved', 'hidden'] as const)('one that is %s stays, and the answer says what to do', async (status) => {
  const { id } = await aBusiness(database.db, { ownerId: office.ownerUser.id, status });
  expect(await problemOf(await withdraw(id))).toMatchObject({
    ...{ status: 409, code: 'conflict' },
    message: 'This business is in the directory. You can take it off at the end of its edit page.',
  });
  expect(await stored(id)).toHaveLength(1);
});

test('one that was paid for stays with its order', async () => {
  const { id } = await aSubmission();
  await database.db.insert(listingOrders).values({ businessId: id, plan: 'standard', amountCents: 4900 });
  expect(await problemOf(await withdraw(id))).toMatchObject({ status: 409, code: 'conflict' });
  expect(await stored(id)).toHaveLength(1);
});

test('neither a manager nor staff take it back for its owner', async () => {
  const { id } = await aSubmission();
  const manager = await aUser(database.db);
  await database.db
    .insert(listingManagers)
    .values({ businessId: id, userId: manager.id, invitedBy: office.ownerUser.id });
  const asManager = new TestBrowser(office.app).withSession(await aSession(database.db, manager.id));
  for (const by of [asManager, office.staff]) expect((await withdraw(id, by)).status).toBe(403);
  expect(await stored(id)).toHaveLength(1);
});
