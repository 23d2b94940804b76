/** Staff find listings by category and owner, and hide or delete several of them at once. */
import { inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StaffBusinessRow } from '#features/businesses/staff-contract.ts';
import { auditLog, businesses, claims } from '#server/db/schema/index.ts';
import { reasonMissing } from '#shared/reason.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
});

const idsOf = (rows: readonly Business[]) => rows.map(({ id }) => id);
async function statuses(rows: readonly Business[]) {
  const stored = await database.db
    .select()
    .from(businesses)
    .where(inArray(businesses.id, idsOf(rows)));
  return rows.map(({ id }) => stored.find((row) => row.id === id)?.status ?? 'gone');
}
const owned = (given: Partial<Business> = {}) => aBusiness(database.db, { ownerId: office.ownerUser.id, ...given });

interface Done {
  groupId: string;
  done: string[];
  refused: { id: string; name: string; why: string }[];
}
const hide = (rows: readonly Business[], reason: string) =>
  office.staff.post('/api/staff/businesses/hide', { body: { ids: idsOf(rows), reason } });
const remove = (rows: readonly Business[], count = rows.length, by = office.staff) =>
  by.post('/api/staff/businesses/delete', { body: { ids: idsOf(rows), count } });

describe('the list', () => {
  it('is narrowed by category and to those without an owner', async () => {
    const { db } = database;
    const [bread, hair] = [await aCategory(db), await aCategory(db)];
    const free = await aBusiness(db, { categoryId: bread.id });
    const theirs = await owned({ categoryId: bread.id });
    const cut = await aBusiness(db, { categoryId: hair.id });
    const found = async (query: string) =>
      (await answerOf<StaffBusinessRow[]>(await office.staff.get(`/api/staff/businesses?${query}`)))
        .map(({ id }) => id)
        .toSorted();
    expect(await found(`category=${bread.slug}`)).toEqual([free.id, theirs.id].toSorted());
    expect(await found('owner=none')).toEqual([free.id, cut.id].toSorted());
    expect(await found(`category=${bread.slug}&owner=none`)).toEqual([free.id]);
    expect(await found('category=nothing-like-it')).toEqual([]);
    expect((await office.staff.get('/api/staff/businesses?owner=me')).status).toBe(400);
  });
});

describe('several are hidden', () => {
  it('with a mail to each owner, and one undo takes it back', async () => {
    const rows = [await aBusiness(database.db), await owned(), await owned()];
    const { groupId, refused } = await answerOf<Done>(await hide(rows, 'They have closed.'));
    expect(refused).toEqual([]);
    expect([await statuses(rows), (await queuedMail(database.pool)).length]).toEqual([
      ['hidden', 'hidden', 'hidden'],
      2,
    ]);
    await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: groupId } }));
    expect([await statuses(rows), (await queuedMail(database.pool)).length]).toEqual([
      ['approved', 'approved', 'approved'],
      0,
    ]);
  });

  it('and those that cannot be stay, each with the reason', async () => {
    const rows = [await aBusiness(database.db), await owned({ name: 'Fig Bar' }), await owned({ status: 'rejected' })];
    const { done, refused } = await answerOf<Done>(await hide(rows, ''));
    expect(done).toEqual([rows[0]?.id]);
    expect(refused).toMatchObject([
      { name: 'Fig Bar', why: `${reasonMissing}: the owner is told.` },
      { why: expect.stringMatching(/^Somebody else rejected /) },
    ]);
  });
});

describe('several are deleted for good', () => {
  it('while the person who sent them in still has them, once they were rejected', async () => {
    const rows = [await owned({ status: 'rejected' }), await owned({ status: 'rejected' })];
    expect(await answerOf(await remove(rows))).toEqual({ done: idsOf(rows), refused: [] });
    expect(await statuses(rows)).toEqual(['gone', 'gone']);
    expect(await queuedMail(database.pool)).toEqual([]);
    const noted = await database.db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.subjectId, idsOf(rows)));
    expect(noted.map(({ action }) => action)).toEqual(['business.deleted', 'business.deleted']);
  });

  it('and what is online, owned or claimed stays', async () => {
    const claimed = await owned({ status: 'rejected' });
    await database.db.insert(claims).values({
      ...{ businessId: claimed.id, plan: 'standard', amountCents: 2500, status: 'in_review' },
      expiresAt: new Date(),
    });
    const rows = [await aBusiness(database.db), await owned({ status: 'hidden' }), claimed];
    const { done, refused } = await answerOf<Done>(await remove(rows));
    expect(done).toEqual([]);
    expect(refused.map(({ why }) => why)).toEqual([
      'It is in the directory. Hide it first.',
      'olga owns it. Give it to nobody first, under Change owner.',
      'Somebody has claimed it. Decide on the claim first.',
    ]);
    expect(await statuses(rows)).toEqual(['approved', 'hidden', 'rejected']);
  });

  it('only for the number that was confirmed, by an administrator', async () => {
    const rows = [await owned({ status: 'rejected' }), await owned({ status: 'rejected' })];
    expect(await problemOf(await remove(rows, 1))).toMatchObject({ code: 'conflict' });
    const moderator = await aUser(database.db, { role: 'staff', rights: ['moderator'] });
    const browser = new TestBrowser(office.app).withSession(await aSession(database.db, moderator.id));
    expect((await remove(rows, 2, browser)).status).toBe(403);
    expect(await statuses(rows)).toEqual(['rejected', 'rejected']);
  });
});
