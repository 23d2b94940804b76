/** Staff talk with the people who wrote: answers, notes, who sees to it, and when it is over. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import {
  auditLog,
  contactMessages,
  conversationPosts,
  conversations,
  corrections,
  reports,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: StaffOffice;
let id = '';

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  const message = 'Subject: Parade\nPhone: Not provided\n\nWhere does it start? See www.evil.example';
  const rows = await database.db
    .insert(contactMessages)
    .values({ name: 'Ada', email: 'ada@example.org', message })
    .returning();
  id = only(rows, 'message').id;
});

const at = (of = id) => `/api/staff/conversations/${of}`;
const answer = (text: string, more: object = {}, of = id) =>
  office.staff.post(`${at(of)}/answers`, { body: { answer: text, ...more } });
const note = (text: string) => office.staff.post(`${at()}/notes`, { body: { note: text } });
const mark = (state: string, of = id) => office.staff.write('PUT', `${at(of)}/state`, { body: { state } });
const assign = (userId: string | null) => office.staff.write('PUT', `${at()}/assignee`, { body: { userId } });
const list = async (query = '') => answerOf<Conversation[]>(await office.staff.get(`/api/staff/conversations${query}`));
const shown = async (of = id) => answerOf<Conversation>(await office.staff.get(at(of)));

describe('an answer', () => {
  it('goes out from the town without its author, and stands below the message with author and time', async () => {
    expect((await shown()).isUnread).toBe(true);
    const response = await answer('  It starts at the library: https://town.example/parade  ');
    expect(response.status).toBe(201);
    const [mail, ...more] = await queuedMail(database.pool);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: 'ada@example.org',
      subject: 'Re: Parade',
      replyTo: { name: expect.any(String), address: 'hello@oakbend.example' },
    });
    expect(mail?.text).toContain('https://town.example/parade');
    expect(mail?.text).toContain('> Where does it start?');
    expect(mail?.text).not.toContain('www.evil.example');
    expect(await list()).toEqual([]);
    const text = 'It starts at the library: https://town.example/parade';
    const [talk] = await list('?state=answered');
    expect(talk).toMatchObject({
      id,
      state: 'answered',
      isUnread: false,
      posts: [{ kind: 'answer', text, by: 'stella' }],
    });
    expect(mail?.text).not.toContain('stella');
    expect(await database.db.select().from(auditLog)).toMatchObject([{ action: 'message.answered', subjectId: id }]);
  });

  it('may be followed by another, oldest first, in one thread of mails, and goes with its message', async () => {
    await answerOf(await answer('One'));
    await answerOf(await answer('Two'));
    expect((await shown()).posts.map(({ text }) => text)).toEqual(['One', 'Two']);
    const [first, second] = (await queuedMail(database.pool)).map(({ thread }) => thread);
    expect(first).toMatchObject({ id, side: 'person', references: [] });
    expect(second?.references).toEqual([first?.mailId]);
    await database.db.delete(contactMessages);
    expect(await database.db.$count(conversations)).toBe(0);
    expect(await database.db.$count(conversationPosts)).toBe(0);
  });

  it('that asks something waits for the person', async () => {
    expect(await answerOf<Conversation>(await answer('Which parade?', { awaitsReply: true }))).toMatchObject({
      state: 'waiting',
    });
    expect((await list()).map(({ state }) => state)).toEqual(['waiting']);
    expect(await answerOf(await office.staff.get('/api/staff/queue?kind=message'))).toEqual([]);
  });

  it('is in the download of who wrote the message, and a note is not', async () => {
    await answerOf(await answer('At the library.'));
    await answerOf(await note('She is the mayor.'));
    const ada = await aUser(database.db, { email: 'ada@example.org', emailVerifiedAt: new Date() });
    const browser = new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, ada.id));
    const download = await answerOf(await browser.get('/api/account/data'));
    expect(download).toMatchObject({
      contactMessages: [{ name: 'Ada', talk: [{ from: 'us', text: 'At the library.' }] }],
    });
    expect(JSON.stringify(download)).not.toContain('mayor');
  });

  it.each([' ', 'x'.repeat(5001)])('is refused when it is empty or too long', async (text) => {
    expect(await problemOf(await answer(text))).toMatchObject({ status: 422, fields: { answer: expect.any(String) } });
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  it('is refused for a message that is not there any more, and to somebody without an address', async () => {
    const businessId = (await aBusiness(database.db)).id;
    const [report] = await database.db.insert(reports).values({ businessId, reason: 'closed' }).returning();
    expect((await problemOf(await answer('Hello', {}, report?.id))).message).toContain('left no address');
    await database.db.delete(contactMessages);
    expect((await answer('Hello')).status).toBe(404);
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  it('goes to who reported a listing or suggested a change, in words that fit', async () => {
    const business = { businessId: (await aBusiness(database.db, { name: 'Oak Bakery' })).id, email: 'bo@example.org' };
    const [report] = await database.db
      .insert(reports)
      .values({ ...business, reason: 'closed', text: 'Shut.' })
      .returning();
    const said = { ...business, field: 'phone', right: '555', source: 'The door' } as const;
    const [correction] = await database.db.insert(corrections).values(said).returning();
    expect(await answerOf<Conversation>(await answer('Thanks', {}, report?.id))).toMatchObject({ state: 'answered' });
    // The claim waits for the decision as before.
    expect(await answerOf<Conversation>(await answer('Thanks', {}, correction?.id))).toMatchObject({ state: 'open' });
    expect(await queuedMail(database.pool)).toMatchObject([
      { to: 'bo@example.org', subject: 'Re: your report about Oak Bakery', text: expect.stringContaining('> Shut.') },
      { to: 'bo@example.org', subject: 'Re: your suggestion for Oak Bakery', text: expect.stringContaining('> 555') },
    ]);
    expect((await list('?state=all')).map(({ kind }) => kind).toSorted()).toEqual(['correction', 'message', 'report']);
    expect((await mark('closed', correction?.id)).status).toBe(409);
  });
});

describe('a note', () => {
  it('stands with the message, is mailed to nobody, and leaves it open', async () => {
    await answerOf(await note('Ask the mayor first.'));
    expect(await shown()).toMatchObject({
      state: 'open',
      posts: [{ kind: 'note', text: 'Ask the mayor first.', by: 'stella' }],
    });
    expect(await queuedMail(database.pool)).toEqual([]);
    await answerOf(await answer('Soon.'));
    expect((await queuedMail(database.pool))[0]?.text).not.toContain('mayor');
    expect((await problemOf(await note(' '))).status).toBe(422);
  });
});

describe('a conversation', () => {
  it('is given to a colleague, who is mailed, and found by whose it is', async () => {
    const bo = await aUser(database.db, { role: 'staff', username: 'bo', emailVerifiedAt: new Date() });
    const editor = await aUser(database.db, { role: 'staff', username: 'ed', rights: ['editor'] });
    const colleagues = await answerOf<{ username: string }[]>(await office.staff.get(at('colleagues')));
    expect(colleagues.map(({ username }) => username)).toEqual(['bo', 'stella']);
    expect((await list('?whose=nobody')).length).toBe(1);
    expect(await answerOf<Conversation>(await assign(bo.id))).toMatchObject({
      assignee: { username: 'bo' },
      isUnread: true,
    });
    const [mail, ...more] = await queuedMail(database.pool);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: bo.email, subject: 'For you: a message from Ada' });
    expect(mail?.text).toContain(`/staff/messages/${id}`);
    expect(mail?.text).toContain(`${office.staffUser.username} asks you to see to a message from Ada.`);
    await answerOf(await assign(bo.id));
    expect(await queuedMail(database.pool)).toHaveLength(1);
    expect(await list('?whose=nobody')).toEqual([]);
    expect(await list('?whose=mine')).toEqual([]);
    expect((await assign(editor.id)).status).toBe(409);
    await answerOf(await assign(office.staffUser.id));
    expect((await list('?whose=mine')).length).toBe(1);
    expect(await queuedMail(database.pool)).toHaveLength(1);
    expect(await answerOf<Conversation>(await assign(null))).toMatchObject({ assignee: null });
  });

  it('is closed without an answer and opened again, each once', async () => {
    expect(await answerOf<Conversation>(await mark('closed'))).toMatchObject({ state: 'closed', isUnread: false });
    expect((await mark('closed')).status).toBe(409);
    expect(await list()).toEqual([]);
    expect(await answerOf<Conversation>(await mark('open'))).toMatchObject({ state: 'open' });
    expect((await mark('open')).status).toBe(409);
    expect((await list()).length).toBe(1);
  });

  it('is closed as spam with others by one act, which tells nobody and is undone as one', async () => {
    const rows = await database.db
      .insert(contactMessages)
      .values([1, 2].map((nr) => ({ name: `Bot ${nr}`, email: 'bot@example.org', message: 'Buy this' })))
      .returning();
    const closed = only(rows.slice(1), 'the second');
    await answerOf(await mark('closed', closed.id));
    const ids = [id, ...rows.map((row) => row.id)];
    const closing = await answerOf<{ groupId: string; done: string[]; refused: object[] }>(
      await office.staff.post('/api/staff/conversations/close', { body: { ids, spam: true } }),
    );
    expect(closing.done).toEqual(ids.slice(0, 2));
    expect(closing.refused).toEqual([{ id: closed.id, why: 'You, in another tab, closed this just now.' }]);
    expect([(await shown()).state, await queuedMail(database.pool)]).toEqual(['closed', []]);
    const noted = await database.db.select().from(auditLog).where(eq(auditLog.action, 'message.closed'));
    expect(noted.map(({ data }) => data)).toContainEqual({ spam: true });
    await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: closing.groupId } }));
    expect([(await shown()).state, (await shown(closed.id)).state]).toEqual(['open', 'closed']);
  });

  it('is found by any words in it, a percent sign among them', async () => {
    await answerOf(await answer('At the library: 100 % sure.'));
    for (const text of ['LIBRARY', 'ada@', 'does it start', '100 %25']) {
      expect((await list(`?state=all&search=${text}`)).length, text).toBe(1);
    }
    for (const text of ['bakery', '%25%25', '_']) expect(await list(`?state=all&search=${text}`), text).toEqual([]);
  });

  it('is read once', async () => {
    for (const _ of [1, 2]) await answerOf(await office.staff.post(`${at()}/read`, { body: {} }));
    expect(await shown()).toMatchObject({ isUnread: false, state: 'open' });
  });
});
