/** Staff decide on several new listings at once, undo it as one, and keep the reasons that they give again and again. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { DecidedTogether } from '#features/approvals/bulk-contract.ts';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import type { SavedText } from '#features/saved-texts/contract.ts';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { reasonMissing } from '#shared/reason.ts';
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
  colleague = await browser(await aUser(database.db, { role: 'staff', username: 'ben' }));
});

const waiting = (given: Partial<Business> = {}) =>
  aBusiness(database.db, { ownerId: owner.id, status: 'pending', approvedAt: null, confirmedAt: null, ...given });
const chosen = (rows: readonly Business[]) => rows.map(({ id, version }) => ({ id, version }));
const approve = async (rows: readonly Business[]) =>
  answerOf<DecidedTogether>(await staff.post('/api/staff/queue/approve', { body: { listings: chosen(rows) } }));
const reject = async (rows: readonly Business[], reason: string) =>
  answerOf<DecidedTogether>(await staff.post('/api/staff/queue/reject', { body: { listings: chosen(rows), reason } }));
const undo = (id: string, by = staff) => by.post('/api/staff/undo', { body: { subjectId: id } });
const statusOf = async ({ id }: Business) =>
  found((await database.db.select().from(businesses).where(eq(businesses.id, id)))[0], 'the business').status;
const statuses = (rows: readonly Business[]) => Promise.all(rows.map(statusOf));
const mails = async () => (await queuedMail(database.pool)).length;

describe('several listings', () => {
  it('are approved together, and one undo takes all of it back with its mails', async () => {
    const rows = [await waiting(), await waiting(), await waiting()];
    const { groupId, done, refused } = await approve(rows);
    expect(done).toEqual(rows.map(({ id }) => id));
    expect(refused).toEqual([]);
    expect([await statuses(rows), await mails()]).toEqual([['approved', 'approved', 'approved'], 3]);
    expect((await undo(groupId, colleague)).status).toBe(409);
    now += 29_000;
    expect(await answerOf(await undo(groupId))).toEqual({ message: 'It is as it was.' });
    expect([await statuses(rows), await mails()]).toEqual([['pending', 'pending', 'pending'], 0]);
    expect((await undo(groupId)).status).toBe(409);
  });

  it('are rejected together for one reason, which each owner gets', async () => {
    const rows = [await waiting(), await waiting()];
    await reject(rows, 'The address is missing.');
    expect(await statuses(rows)).toEqual(['rejected', 'rejected']);
    const letters = await queuedMail(database.pool);
    expect(letters).toHaveLength(2);
    for (const { text } of letters) expect(text).toContain('The address is missing.');
  });

  it('are rejected as spam without a mail and without a reason, and one undo takes it back', async () => {
    const rows = [await waiting(), await waiting()];
    const listings = chosen(rows);
    const refused = await staff.post('/api/staff/queue/reject', { body: { listings, reason: 'no' } });
    expect(await problemOf(refused)).toMatchObject({ status: 422, fields: { reason: reasonMissing } });
    const { groupId } = await answerOf<DecidedTogether>(
      await staff.post('/api/staff/queue/reject', { body: { listings, tell: false } }),
    );
    expect([await statuses(rows), await mails()]).toEqual([['rejected', 'rejected'], 0]);
    const [noted] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.rejected'));
    expect(noted?.data).toMatchObject({ told: 'nobody' });
    await answerOf(await undo(groupId));
    expect(await statuses(rows)).toEqual(['pending', 'pending']);
  });

  it('leave for a look what is a duplicate, was changed, or was decided by somebody else', async () => {
    const looks = { name: 'Oak Café', address: '1 Oak St', phone: '210-555-0101' };
    await aBusiness(database.db, { ...looks, ...matchKeys(looks), status: 'approved' });
    const twin = await waiting({ ...looks, ...matchKeys(looks) });
    const [changed, decided, good] = [await waiting(), await waiting({ name: 'Xav Boats' }), await waiting()];
    await database.db
      .update(businesses)
      .set({ version: changed.version + 1 })
      .where(eq(businesses.id, changed.id));
    await answerOf(await colleague.post(`/api/staff/businesses/${decided.id}/approve`, { body: { version: 1 } }));
    const { done, refused } = await approve([twin, changed, decided, good]);
    expect(done).toEqual([good.id]);
    expect(refused.map(({ id }) => id)).toEqual([twin.id, changed.id, decided.id]);
    for (const { why } of refused) expect(why).toMatch(/\w+ \w+ \w+/);
    // One that a colleague has decided on does not wait: it is named with who and what.
    expect(refused.map(({ waits }) => waits)).toEqual([true, true, false]);
    expect(refused[2]?.why).toBe('ben approved Xav Boats just now.');
    expect(await statuses([twin, changed, decided, good])).toEqual(['pending', 'pending', 'approved', 'approved']);
  });

  it('are undone but for the one that was changed since', async () => {
    const rows = [await waiting(), await waiting()];
    const { groupId } = await approve(rows);
    const [first] = rows;
    await database.db
      .update(businesses)
      .set({ version: 9 })
      .where(eq(businesses.id, first?.id ?? ''));
    expect(await answerOf(await undo(groupId))).toEqual({
      message: 'It is as it was, except for one, which has been changed since.',
    });
    expect(await statuses(rows)).toEqual(['approved', 'pending']);
  });

  it('can be undone one by one, too, and then the rest together', async () => {
    const rows = [await waiting(), await waiting()];
    const { groupId } = await approve(rows);
    await answerOf(await undo(rows[0]?.id ?? ''));
    expect(await statuses(rows)).toEqual(['pending', 'approved']);
    await answerOf(await undo(groupId));
    expect(await statuses(rows)).toEqual(['pending', 'pending']);
  });

  it('are at least one and at most fifty', async () => {
    const many = Array.from({ length: 51 }, () => ({ id: crypto.randomUUID(), version: 1 }));
    for (const listings of [[], many])
      expect((await staff.post('/api/staff/queue/approve', { body: { listings } })).status).toBe(422);
  });
});

describe('saved texts', () => {
  const path = '/api/staff/saved-texts/listing';
  const list = async (of = path) => answerOf<SavedText[]>(await colleague.get(of));
  const save = (text: string) => staff.post(path, { body: { text } });

  it('are there for all staff, each kind for itself, the same words once', async () => {
    const saved = await answerOf<SavedText>(await save('  The address is missing. '));
    expect(saved.text).toBe('The address is missing.');
    expect(await answerOf<SavedText>(await save('The address is missing.'))).toEqual(saved);
    expect(await list()).toEqual([saved]);
    expect(await list('/api/staff/saved-texts/claim')).toEqual([]);
    expect((await staff.write('DELETE', `/api/staff/saved-texts/claim/${saved.id}`)).status).toBe(404);
    await answerOf(await colleague.write('DELETE', `${path}/${saved.id}`));
    expect(await list()).toEqual([]);
    const actions = (await database.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('reason.'))).toEqual(['reason.saved', 'reason.removed']);
  });

  it('are at most thirty of a kind, and never empty', async () => {
    expect((await save(' no ')).status).toBe(422);
    for (let at = 0; at < 30; at += 1) await answerOf(await save(`Reason number ${at}`));
    const refused = await save('One more reason');
    expect(refused.status).toBe(409);
    expect((await problemOf(refused)).message).toContain('Remove one');
  });

  it('are as long as the field that they go into', async () => {
    const text = 'x'.repeat(1001);
    const tooLong = await save(text);
    expect(await problemOf(tooLong)).toMatchObject({ status: 422, fields: { text: expect.stringContaining('1,000') } });
    const answer = await staff.post('/api/staff/saved-texts/message', { body: { text } });
    expect(await answerOf<SavedText>(answer)).toMatchObject({ text });
  });
});
