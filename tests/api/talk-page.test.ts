/** A visitor reads a talk with a business by the link of the answer's mail, and writes back there, without an account. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import type { Talk } from '#features/business-messages/talk-contract.ts';
import { mailTextKey, refreshCity } from '#server/city-settings.ts';
import {
  businesses,
  businessMessages,
  citySettings,
  conversationPosts,
  conversations,
  heldReplies,
  users,
} from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let rosa: User;
let owner: TestBrowser;
let visitor: TestBrowser;
let bakery: Business;
let id = '';
let token = '';

const browserOf = async (user: User) =>
  new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, user.id));

beforeEach(async () => {
  visitor = new TestBrowser(createApi(testServices(database)));
  rosa = await aUser(database.db, { username: 'rosa', email: 'rosa@example.com', emailVerifiedAt: new Date() });
  owner = await browserOf(rosa);
  bakery = await aBusiness(database.db, { name: 'Oak Bakery', ownerId: rosa.id, email: null });
  const ada = { businessId: bakery.id, name: 'Ada Byron', email: 'Ada@example.org', text: 'Do you bake on Sundays?' };
  id = only(await database.db.insert(businessMessages).values(ada).returning(), 'message').id;
  token = await writeTalkToken(database.db, id);
});

const answer = (text = 'Yes, from eight.', isSecond = false) =>
  owner.post(`/api/user/messages/${id}/answer`, { body: { answer: text, isSecond } });
const read = () => visitor.get(`/api/business-talk?token=${token}`);
const talk = async () => answerOf<Talk>(await read());
const write = (text = 'And on Mondays?', given: object = {}) =>
  visitor.post('/api/business-talk', { body: { token, text, ...given } });
const stop = (isStopped: boolean) => visitor.write('PUT', '/api/business-talk/stopped', { body: { token, isStopped } });
const list = async (browser = owner) => answerOf<OwnMessage[]>(await browser.get('/api/user/messages'));
const shown = async () => only(await list(), 'message');
const mails = async () => {
  const all = await queuedMail(database.pool);
  await forgetQueuedMail(database.pool);
  return all;
};

describe('the link', () => {
  it('comes with the answer, shows both sides without anybody’s address, and is not stored by anybody', async () => {
    await answer();
    const mail = only(await mails(), 'mail');
    const flat = mail.text?.replaceAll(/\s+/g, ' ');
    expect(flat).toContain('To write back, use the page of your messages with Oak Bakery.');
    expect(mail.text).toContain(`/messages/talk?token=${token}\n`);
    const response = await read();
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).not.toMatch(/rosa|ada@/i);
    expect(JSON.parse(text)).toMatchObject({
      business: { name: 'Oak Bakery', slug: bakery.slug },
      ...{ state: 'open', isStopped: false },
      said: [
        { by: 'you', text: 'Do you bake on Sundays?' },
        { by: 'business', text: 'Yes, from eight.' },
      ],
    });
  });

  it.each([
    ['cut off', () => token.slice(0, -4)],
    [
      'forged',
      () => Buffer.concat([Buffer.from(token, 'base64url').subarray(0, 16), Buffer.alloc(16)]).toString('base64url'),
    ],
    ['empty', () => ''],
  ])('opens nothing when it is %s', async (_, made) => {
    token = made();
    expect((await problemOf(await read())).status).toBe(404);
    expect((await problemOf(await write())).status).toBe(404);
    expect((await problemOf(await stop(true))).status).toBe(404);
  });

  it('opens nothing once the visitor’s account or the listing is deleted', async () => {
    await database.db.update(businessMessages).set({ email: null });
    expect((await problemOf(await read())).status).toBe(404);
    await database.db.update(businessMessages).set({ email: 'ada@example.org' });
    expect((await read()).status).toBe(200);
    await database.db.delete(businesses).where(eq(businesses.id, bakery.id));
    expect((await problemOf(await read())).status).toBe(404);
    expect((await problemOf(await write())).status).toBe(404);
  });
});

describe('what a visitor writes there', () => {
  it('is new in the same thread, mailed without the address, and answered there', async () => {
    await answer();
    await mails();
    expect((await write('And on <b>Mondays</b>? See evil.example.com')).status).toBe(201);
    expect(await shown()).toMatchObject({
      ...{ state: 'new', canAnswer: true },
      posts: [{ kind: 'answer' }, { kind: 'reply', text: 'And on <b>Mondays</b>? See evil.example.com', by: null }],
    });
    const mail = only(await mails(), 'mail');
    expect([mail.to, mail.subject]).toEqual(['rosa@example.com', 'Ada Byron wrote back to Oak Bakery']);
    expect(mail.text).toContain('evil. example. com');
    expect(mail.html).toContain('&#60;b&#62;Mondays');
    expect(JSON.stringify(mail)).not.toMatch(/ada@example/i);
    expect((await answer('Mondays, too.')).status).toBe(200);
    expect((await talk()).said.map(({ by }) => by)).toEqual(['you', 'business', 'you', 'business']);
  });

  it.each([[''], ['   '], ['x'.repeat(3001)]])('is refused as %j', async (text) => {
    expect((await problemOf(await write(text))).status).toBe(422);
  });

  it('is dropped when a program filled in the trap', async () => {
    expect((await write('Buy', { topic: 'x' })).status).toBe(201);
    expect((await talk()).said).toHaveLength(1);
  });

  it('comes five times in a row, and goes on after an answer', async () => {
    for (const text of ['2', '3', '4', '5']) expect((await write(text)).status).toBe(201);
    expect((await talk()).state).toBe('waits');
    expect(await problemOf(await write('6'))).toMatchObject({ status: 409, message: /5 times/ });
    await answer();
    expect((await write('6')).status).toBe(201);
  });

  it('ends with the two hundredth message', async () => {
    await database.db.insert(conversations).values({ id, kind: 'business' });
    const posts = Array.from({ length: 199 }, (_, n) => ({
      ...{ conversationId: id, kind: n % 2 ? ('reply' as const) : ('answer' as const), text: `${n}` },
      createdAt: new Date(Date.now() - 1_000_000 + n),
    }));
    await database.db.insert(conversationPosts).values(posts);
    expect((await talk()).state).toBe('full');
    expect(await problemOf(await write())).toMatchObject({ status: 409, message: /200 messages/ });
    expect(await shown()).toMatchObject({ canAnswer: false, canAnswerAgain: false });
    expect((await problemOf(await answer())).status).toBe(409);
  });

  it('reaches nobody while the listing has no owner, and the next owner has the talk, not the former', async () => {
    await answer();
    await database.db.update(businesses).set({ ownerId: null });
    expect((await talk()).state).toBe('closed');
    expect((await problemOf(await write())).status).toBe(409);
    const mia = await aUser(database.db, { username: 'mia', email: 'mia@example.com' });
    await database.db.update(businesses).set({ ownerId: mia.id });
    await mails();
    expect((await write()).status).toBe(201);
    expect((await mails()).map(({ to }) => to)).toEqual(['mia@example.com']);
    expect(await list()).toEqual([]);
    expect(only(await list(await browserOf(mia)), 'message').posts).toHaveLength(2);
  });

  it('is not taken from somebody who is banned', async () => {
    const banned = { email: 'ada@example.org', bannedAt: new Date(), emailVerifiedAt: null };
    const ada = await aUser(database.db, { username: 'ada', ...banned });
    // Anybody may type an address into a sign-up.
    expect((await talk()).state).toBe('open');
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id));
    expect((await talk()).state).toBe('closed');
    expect((await problemOf(await write())).status).toBe(409);
  });
});

describe('a blocked visitor', () => {
  it('sees the same as any other, and nobody else has the words', async () => {
    await answer();
    await owner.write('PUT', `/api/user/messages/${id}/blocked`, { body: { isBlocked: true } });
    await mails();
    expect((await write('Hello?')).status).toBe(201);
    expect((await talk()).said.at(-1)).toMatchObject({ by: 'you', text: 'Hello?' });
    expect((await shown()).posts).toHaveLength(1);
    expect(await mails()).toEqual([]);
    for (const text of ['2', '3', '4', '5']) expect((await write(text)).status).toBe(201);
    expect((await talk()).state).toBe('waits');
    await owner.post(`/api/user/messages/${id}/report`, { body: {} });
    expect(only(await mails(), 'mail').text).not.toContain('Hello?');
    const ada = await aUser(database.db, { email: 'ada@example.org', emailVerifiedAt: new Date() });
    const download = async (browser: TestBrowser) => (await browser.get('/api/account/data')).text();
    expect(await download(await browserOf(ada))).toContain('Hello?');
    expect(await download(owner)).not.toContain('Hello?');
    await database.db.delete(businessMessages);
    expect(await database.db.select().from(heldReplies)).toEqual([]);
  });
});

describe('a visitor who wants no more answers', () => {
  it('gets none, which the owner sees, until the visitor says so or writes again', async () => {
    await answer();
    for (let time = 0; time < 2; time++) expect((await stop(true)).status).toBe(200);
    expect(await shown()).toMatchObject({ hasStopped: true, canAnswer: false, canAnswerAgain: false });
    await mails();
    expect(await problemOf(await answer('Hello?', true))).toMatchObject({
      ...{ status: 409, message: 'This visitor wants no more answers.' },
    });
    expect(await mails()).toEqual([]);
    await stop(false);
    expect(await shown()).toMatchObject({ hasStopped: false, canAnswerAgain: true });
    await stop(true);
    await write();
    expect(await shown()).toMatchObject({ hasStopped: false, canAnswer: true });
  });
});

it('is linked in the mail of an answer also where staff worded that mail before it had the link', async () => {
  const old = { subject: 'An answer of {{business}}', text: 'Hello {{name}},\n\n{{answer}}\n\n{{view}}\n\nBye' };
  await database.db.insert(citySettings).values({ key: mailTextKey('answer-of-business'), value: old });
  const services = testServices(database);
  await refreshCity(database.db, services.city);
  owner = new TestBrowser(createApi(services)).withSession(await aSession(database.db, rosa.id));
  await forgetQueuedMail(database.pool);
  expect((await answer()).status).toBe(200);
  const mail = found(
    (await mails()).find(({ to }) => to === 'Ada@example.org'),
    'mail',
  );
  expect(mail.subject).toBe('An answer of Oak Bakery');
  expect(mail.text).toMatch(/Bye\n\nRead it all and write back:\nhttps?:\/\/\S+\/messages\/talk\?token=\S+\n/);
});

describe('a visitor who wants no more answers of the business', () => {
  it('gets none to another message from the mailbox either, before or after, until taken back', async () => {
    const again = { businessId: bakery.id, name: 'Ada', email: 'ada@example.org', text: 'Rye?' };
    await database.db.insert(businessMessages).values(again);
    await stop(true);
    await database.db.insert(businessMessages).values(again);
    await database.db.insert(businessMessages).values({ ...again, email: 'bo@example.org', name: 'Bo' });
    const stopped = async () => (await list()).map(({ name, hasStopped }) => [name, hasStopped]).toSorted();
    const ofAda = (is: boolean) => ['Ada Byron', 'Ada', 'Ada'].map((name) => [name, is]);
    expect(await stopped()).toEqual([...ofAda(true), ['Bo', false]]);
    for (const one of await list()) {
      const status = one.name === 'Bo' ? 200 : 409;
      expect((await owner.post(`/api/user/messages/${one.id}/answer`, { body: { answer: 'Yes' } })).status).toBe(
        status,
      );
    }
    await write();
    expect(await stopped()).toEqual([...ofAda(false), ['Bo', false]]);
  });
});

describe('without script', () => {
  const path = () => `/messages/talk?token=${token}`;

  it('writes, is told of a mistake with the words kept, and stops', async () => {
    await answer();
    const browser = new TestBrowser(testSite(testServices(database)));
    const refused = await shownPage(await browser.submit(path(), { text: '' }));
    expect(refused).toMatchObject({
      status: 422,
      url: path(),
      form: { form: 'business-talk', fields: { text: 'Please write something' } },
    });
    const sent = await browser.submit(path(), { text: 'Yes', after: 'x' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path()}&sent=business-talk`]);
    // The same word to another question is another one.
    await answer('Two loaves?');
    expect((await browser.submit(path(), { text: 'Yes', after: 'y' })).status).toBe(303);
    expect((await shown()).posts.filter(({ kind }) => kind === 'reply')).toHaveLength(2);
    await browser.submit(`/messages/talk/stop?token=${token}`, { stop: 'yes' });
    expect((await talk()).isStopped).toBe(true);
  });
});
