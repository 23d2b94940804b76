/** Staff undo what they did within 30 seconds: the state comes back, and nobody gets a mail. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { sweepActs } from '#features/audit/server/note-act.ts';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { auditLog, businesses, sessions, staffActs, users } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let now: number;
let owner: User;
let staff: TestBrowser;
let colleague: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  now = Date.now();
  const app = createApi(testServices(database, { now: () => new Date(now) }));
  const browser = async (user: User) => new TestBrowser(app).withSession(await aSession(database.db, user.id));
  owner = await aUser(database.db, { email: 'olga@example.com' });
  staff = await browser(await aUser(database.db, { role: 'staff' }));
  colleague = await browser(await aUser(database.db, { role: 'staff' }));
});

const undo = (id: string, by = staff) => by.post('/api/staff/undo', { body: { subjectId: id } });
const stored = async ({ id }: { id: string }) =>
  found((await database.db.select().from(businesses).where(eq(businesses.id, id)))[0], 'the business');
const business = (given: Partial<Business> = {}) =>
  aBusiness(database.db, { ownerId: owner.id, status: 'approved', ...given });
const waiting = () => business({ status: 'pending', approvedAt: null, confirmedAt: null });
const approvalWithEdits = ({ version, name, categoryId }: Business) => ({
  version,
  edits: {
    ...{ name, category: categoryId, description: 'Other words of staff.', address: '7 Elm Street' },
    ...{ phone: '311', email: '', website: 'https://figs.example' },
  },
});
const act = async (row: Business, method: string, verb: string, body: object) =>
  answerOf(await staff.write(method, `/api/staff/businesses/${row.id}/${verb}`, { body }));
const ban = (by: TestBrowser, banned: boolean) =>
  by.write('PUT', `/api/staff/people/${owner.id}/ban`, { body: { banned } });
const storedOwner = async () =>
  found((await database.db.select().from(users).where(eq(users.id, owner.id)))[0], 'the person');
const receivers = async () => (await queuedMail(database.pool)).map(({ to }) => to);

describe('within 30 seconds', () => {
  it.each([
    ['an approval', waiting, 'POST', 'approve', (row: Business) => ({ version: row.version })],
    ['an approval with edits', waiting, 'POST', 'approve', approvalWithEdits],
    ['a rejection', waiting, 'POST', 'reject', (row: Business) => ({ version: row.version, reason: 'No address' })],
    ['hiding', () => business(), 'PUT', 'hidden', () => ({ hidden: true, reason: 'It has closed' })],
    ['showing', () => business({ status: 'hidden' }), 'PUT', 'hidden', () => ({ hidden: false })],
    ['featuring', () => business(), 'PUT', 'featured', () => ({ featured: true })],
  ] as const)('%s is undone with its mail, and only once', async (_, make, method, verb, body) => {
    const row = await make();
    const { version, updatedAt, ...before } = await stored(row);
    await act(row, method, verb, body(row));
    expect(await stored(row)).not.toMatchObject(before);
    expect(await receivers()).toEqual(verb === 'featured' ? [] : [owner.email]);
    now += 29_000;
    await answerOf(await undo(row.id));
    expect(await stored(row)).toMatchObject(before);
    expect(await receivers()).toEqual([]);
    expect((await database.db.select().from(auditLog)).map(({ action }) => action).at(-1)).toBe('business.undone');
    expect((await undo(row.id)).status).toBe(409);
  });

  it('is undone act by act, the last one first', async () => {
    const row = await waiting();
    await act(row, 'POST', 'approve', { version: row.version });
    await act(row, 'PUT', 'featured', { featured: true });
    await answerOf(await undo(row.id));
    expect(await stored(row)).toMatchObject({ status: 'approved', featuredByStaff: false });
    await answerOf(await undo(row.id));
    expect(await stored(row)).toMatchObject({ status: 'pending', approvedAt: null });
  });

  it('a ban is lifted; the sessions that it ended stay ended', async () => {
    await aSession(database.db, owner.id);
    await answerOf(await ban(staff, true));
    expect(await answerOf(await undo(owner.id))).toEqual({
      message: 'It is as it was. But for the sessions: they stay ended, and the person logs in again.',
    });
    expect((await storedOwner()).bannedAt).toBeNull();
    expect(await database.db.$count(sessions, eq(sessions.userId, owner.id))).toBe(0);
  });
});

describe('is refused', () => {
  it('when a duplicate was approved while the business was hidden', async () => {
    const looks = {
      name: 'Fig & Ladder',
      address: '12 Oak Street',
      ...matchKeys({ name: 'Fig & Ladder', address: '12 Oak Street' }),
    };
    const row = await business(looks);
    await act(row, 'PUT', 'hidden', { hidden: true, reason: 'It has closed' });
    await business({ ...looks, ownerId: null });
    expect(await problemOf(await undo(row.id))).toMatchObject({
      status: 409,
      message: expect.stringContaining('here already'),
    });
    expect(await stored(row)).toMatchObject({ status: 'hidden' });
  });

  it('later, and then the mail goes out', async () => {
    const row = await waiting();
    await act(row, 'POST', 'approve', { version: row.version });
    now += 36_000;
    expect(await problemOf(await undo(row.id))).toMatchObject({
      status: 409,
      message: expect.stringContaining('The time to undo this is over'),
    });
    expect(await receivers()).toEqual([owner.email]);
    const { rows } = await database.pool.query("select start_after from pgboss.job where name = 'send-mail'");
    expect((rows[0] as { start_after: Date }).start_after.getTime()).toBe(now - 1_000);
  });

  it('to others, and after somebody has changed the business', async () => {
    const row = await waiting();
    await act(row, 'POST', 'approve', { version: row.version });
    expect((await undo(row.id, colleague)).status).toBe(409);
    await database.db.update(businesses).set({ version: 9, name: 'New name' }).where(eq(businesses.id, row.id));
    expect(await problemOf(await undo(row.id))).toMatchObject({
      status: 409,
      message: expect.stringContaining('changed'),
    });
    expect(await stored(row)).toMatchObject({ status: 'approved', name: 'New name' });
    expect(await receivers()).toEqual([owner.email]);
  });

  it('to somebody whose right was taken away meanwhile', async () => {
    const row = await waiting();
    await act(row, 'POST', 'approve', { version: row.version });
    await database.db
      .update(users)
      .set({ rights: ['editor'] })
      .where(eq(users.role, 'staff'));
    expect((await undo(row.id)).status).toBe(403);
    expect(await stored(row)).toMatchObject({ status: 'approved' });
  });

  it('for a lifted ban of somebody who is staff by now: staff are never banned', async () => {
    await database.db
      .update(users)
      .set({ bannedAt: new Date(now) })
      .where(eq(users.id, owner.id));
    await answerOf(await ban(staff, false));
    await database.db
      .update(users)
      .set({ role: 'staff', rights: ['editor'] })
      .where(eq(users.id, owner.id));
    expect((await undo(owner.id)).status).toBe(409);
    expect((await storedOwner()).bannedAt).toBeNull();
  });

  it('for a ban that a colleague has lifted and given anew', async () => {
    await answerOf(await ban(staff, true));
    now += 1_000;
    await answerOf(await ban(colleague, false));
    await answerOf(await ban(colleague, true));
    expect((await undo(owner.id)).status).toBe(409);
    expect((await storedOwner()).bannedAt).toEqual(new Date(now));
  });

  it('once its mail is on its way', async () => {
    const row = await waiting();
    await act(row, 'POST', 'approve', { version: row.version });
    await database.pool.query("update pgboss.job set state = 'active' where name = 'send-mail'");
    expect(await problemOf(await undo(row.id))).toMatchObject({
      status: 409,
      message: expect.stringContaining('mail'),
    });
    expect(await stored(row)).toMatchObject({ status: 'approved' });
  });
});

it('keeps no acts for longer than a day', async () => {
  await act(await waiting(), 'POST', 'approve', { version: 1 });
  await sweepActs(database.db, new Date(now + 3_600_000));
  expect(await database.db.$count(staffActs)).toBe(1);
  await sweepActs(database.db, new Date(now + 90_000_000));
  expect(await database.db.$count(staffActs)).toBe(0);
});
