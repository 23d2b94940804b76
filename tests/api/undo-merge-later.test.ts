/** An administrator undoes a merge long after its 30 seconds: both listings are there again, and what was changed since stays. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { sweepActs } from '#features/audit/server/note-act.ts';
import { businesses, businessMessages, businessPhotos, staffActs, subscriptions } from '#server/db/schema/index.ts';
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
const dayMs = 86_400_000;
let now: number;
let moderator: TestBrowser;
let administrator: TestBrowser;
let olga: User;
let goes: Business;
let stays: Business;

beforeEach(async () => {
  const { db, pool } = database;
  await forgetQueuedMail(pool);
  now = Date.now();
  const app = createApi(testServices(database, { now: () => new Date(now) }));
  const signIn = async (user: User) => new TestBrowser(app).withSession(await aSession(db, user.id));
  moderator = await signIn(await aUser(db, { role: 'staff', rights: ['moderator'] }));
  administrator = await signIn(await aUser(db, { role: 'staff' }));
  olga = await aUser(db, { email: 'olga@example.com', username: 'olga' });
  goes = await aBusiness(db, {
    ...{ slug: 'bluebird', name: 'Bluebird Cleaners', address: '4515 McCullough', phone: '(210) 555-0142' },
    ...{ website: 'https://bluebird.example/', email: 'hi@bluebird.example', imageUrl: null },
  });
  stays = await aBusiness(db, {
    ...{ slug: 'cicada', name: 'Cicada Lawn & Tree', address: '221 Mandalay', phone: null, website: null, email: null },
    ...{ ownerId: olga.id, imageUrl: null },
  });
});

const merge = async () =>
  answerOf(await moderator.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));
const undo = (browser = administrator) =>
  browser.post(`/api/staff/businesses/${stays.id}/undo-merge`, { body: { merged: goes.id } });
const listing = async (id: string) => {
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, id));
  return found(row, 'the listing');
};
/** Works off nothing, but takes the mails that wait for what they are: sent. */
const sent = () => forgetQueuedMail(database.pool);
const lineOf = async () => {
  const path = `/api/staff/audit?subject=${stays.id}&action=business.merged`;
  const rows = await answerOf<{ canUndoMergeOf: string | null }[]>(await administrator.get(path));
  return found(rows[0], 'the line');
};

it('brings both back after weeks, says so to the owner, and is offered no more then', async () => {
  const before = [await listing(goes.id), await listing(stays.id)];
  await merge();
  await sent();
  now += 20 * dayMs;
  await sweepActs(database.db, new Date(now));
  expect((await lineOf()).canUndoMergeOf).toBe(goes.id);
  const { message } = await answerOf<{ message: string }>(await undo());
  expect(message).toBe('Bluebird Cleaners is there again. What came to Cicada Lawn & Tree since stays with it.');
  const after = [await listing(goes.id), await listing(stays.id)];
  const plain = (rows: Business[]) => rows.map(({ version: _v, updatedAt: _u, ...row }) => row);
  expect(plain(after)).toEqual(plain(before));
  const [mail] = await queuedMail(database.pool);
  expect(mail).toMatchObject({
    to: 'olga@example.com',
    subject: 'Bluebird Cleaners and Cicada Lawn & Tree are two listings again',
  });
  expect(mail?.text).not.toMatch(/keeps what was changed/);
  expect((await lineOf()).canUndoMergeOf).toBeNull();
  expect((await undo()).status).toBe(409);
});

it('keeps what was changed since, and names it', async () => {
  await merge();
  await sent();
  const kept = await listing(stays.id);
  expect(kept.phone).toBe('(210) 555-0142');
  await database.db
    .update(businesses)
    .set({ phone: '(210) 555-0777', version: kept.version + 1 })
    .where(eq(businesses.id, stays.id));
  await database.db
    .insert(businessMessages)
    .values({ businessId: stays.id, name: 'Ada', text: 'Hello', email: 'ada@example.com' });
  now += dayMs;
  const { message } = await answerOf<{ message: string }>(await undo());
  expect(message).toBe(
    'Bluebird Cleaners is there again. Cicada Lawn & Tree keeps its phone: changed since the merge. What came to Cicada Lawn & Tree since stays with it.',
  );
  expect(await listing(stays.id)).toMatchObject({ phone: '(210) 555-0777', website: null, email: null });
  expect(await listing(goes.id)).toMatchObject({ phone: '(210) 555-0142', slug: 'bluebird' });
  expect(await database.db.$count(businessMessages, eq(businessMessages.businessId, stays.id))).toBe(1);
  expect((await queuedMail(database.pool))[0]?.text).toContain(
    "'Cicada Lawn & Tree' keeps what was changed since: phone.",
  );
});

it('takes the mail about the merge back while it waits, and mails nothing', async () => {
  await merge();
  expect(await queuedMail(database.pool)).toHaveLength(1);
  await answerOf(await undo());
  expect(await queuedMail(database.pool)).toEqual([]);
});

it('is for administrators, and refused after a change of hands and after 30 days', async () => {
  await merge();
  await sent();
  now += 60_000;
  expect((await undo(moderator)).status).toBe(403);
  const max = await aUser(database.db);
  await database.db.update(businesses).set({ ownerId: max.id }).where(eq(businesses.id, stays.id));
  expect(await problemOf(await undo())).toMatchObject({
    status: 409,
    message: expect.stringContaining('changed hands'),
  });
  await database.db.update(businesses).set({ ownerId: olga.id }).where(eq(businesses.id, stays.id));
  await database.db.update(staffActs).set({ at: new Date(now - 31 * dayMs) });
  expect(await problemOf(await undo())).toMatchObject({
    status: 409,
    message: 'This merge cannot be undone any more. The history has what the other listing said.',
  });
  await sweepActs(database.db, new Date(now));
  expect(await database.db.$count(staffActs)).toBe(0);
});

it('is refused where the other address is a page of its own, and where a plan was begun for the one listing', async () => {
  const { db } = database;
  await db.update(businesses).set({ ownerId: olga.id }).where(eq(businesses.id, goes.id));
  await db.update(businesses).set({ ownerId: null }).where(eq(businesses.id, stays.id));
  await merge();
  await db.update(businesses).set({ slug: 'bluebird' }).where(eq(businesses.id, stays.id));
  expect(await problemOf(await undo())).toMatchObject({ message: expect.stringContaining('/business/bluebird') });
  await db.update(businesses).set({ slug: 'cicada' }).where(eq(businesses.id, stays.id));
  const plan = {
    id: 'sub_1',
    userId: olga.id,
    businessId: stays.id,
    kind: 'claim_standard',
    status: 'active',
  } as const;
  await db.insert(subscriptions).values({ ...plan, createdAt: new Date(now + 1000) });
  expect(await problemOf(await undo())).toMatchObject({ message: expect.stringContaining('begun a plan') });
});

it('takes a mail about the merge back that could not be sent yet', async () => {
  await merge();
  await database.pool.query("update pgboss.job set state = 'retry' where name = 'send-mail'");
  await answerOf(await undo());
  expect(await queuedMail(database.pool)).toEqual([]);
});

it.each([
  ['pending', 'approved', 'it waits for our decision'],
  ['rejected', 'approved', 'it is not in the directory, because we had turned it down'],
  ['hidden', 'approved', 'visitors do not find it'],
  ['approved', 'hidden', 'visitors find it'],
] as const)('says how the one that is back stands: %s, beside one that is %s by now', async (status, since, words) => {
  const { db } = database;
  await db.update(businesses).set({ status }).where(eq(businesses.id, goes.id));
  await merge();
  await sent();
  await db.update(businesses).set({ status: since }).where(eq(businesses.id, stays.id));
  await answerOf(await undo());
  const [mail] = await queuedMail(database.pool);
  const text = mail?.text.replace(/\s+/g, ' ');
  expect(text).not.toContain('both are in');
  expect(text).toContain(`'Bluebird Cleaners' is a listing of its own again, and as before, ${words}.`);
});

it('brings back rows of a table that has another column since, which takes its default, and has lost one', async () => {
  await merge();
  const { id, before } = found((await database.db.select().from(staffActs))[0], 'the act');
  const note = before as { goes: Record<string, unknown> };
  const { takes_messages: _later, ...goesThen } = note.goes;
  const then = { ...note, goes: { ...goesThen, fax: '555-0100' } };
  await database.db.update(staffActs).set({ before: then }).where(eq(staffActs.id, id));
  await answerOf(await undo());
  expect(await listing(goes.id)).toMatchObject({ takesMessages: true, phone: '(210) 555-0142' });
});

it('tells the owner what was taken over, and nothing that was not', async () => {
  await merge();
  const [plain] = await queuedMail(database.pool);
  expect(plain?.subject).toBe('Bluebird Cleaners and Cicada Lawn & Tree are one listing now');
  expect(plain?.text).toMatch(/Taken over from 'Bluebird Cleaners': [^\n]*phone/);
  expect(plain?.text).not.toMatch(/photo|one place/);
  await answerOf(await undo());
  await database.db.insert(businessPhotos).values([
    { businessId: goes.id, url: '/media/a.webp', position: 0 },
    { businessId: goes.id, url: '/media/b.webp', position: 1 },
  ]);
  await merge();
  expect((await queuedMail(database.pool))[0]?.text).toMatch(/Taken over from 'Bluebird Cleaners': [^\n]*2 photos\./);
});

it('the question before says where nothing is the same, also of names in more words', async () => {
  const ask = async () => {
    const path = `/api/staff/businesses/${goes.id}/merge?into=${stays.id}`;
    return (await answerOf<{ isAlike: boolean }>(await moderator.get(path))).isAlike;
  };
  const set = (values: Partial<Business>) =>
    database.db.update(businesses).set(values).where(eq(businesses.id, stays.id));
  expect(await ask()).toBe(false);
  await set({ phone: '210 555 0142' });
  expect(await ask()).toBe(true);
  await set({ phone: null, website: 'https://bluebird.example/' });
  expect(await ask()).toBe(true);
  await set({ website: null, nameKey: 'bluebird dry cleaners' });
  expect(await ask()).toBe(true);
});
