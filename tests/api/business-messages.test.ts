/** A visitor writes to a business; its owner reads and answers; neither sees the other's address. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import { sweepBusinessMessages } from '#features/business-messages/server/sweep-business-messages.ts';
import { businesses, businessMessages, listingManagers, users } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { testFormToBusiness } from '#tests/support/form-to-business.ts';
import { found, only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { shownPage, testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let visitor: TestBrowser;
let rosa: User;
let owner: TestBrowser;
let bakery: Business;

const browserOf = async (user: User) =>
  new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, user.id));

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  visitor = new TestBrowser(createApi(testServices(database)));
  rosa = await aUser(database.db, { username: 'rosa', email: 'rosa@example.com', emailVerifiedAt: new Date() });
  owner = await browserOf(rosa);
  bakery = await aBusiness(database.db, {
    ...{ slug: 'oak-bakery', name: 'Oak Bakery', email: null, ownerId: rosa.id },
  });
});

const message = { name: 'Ada Byron', email: 'ada@example.org', text: 'Do you bake on Sundays, too?' };
const write = (given: object = {}, slug = 'oak-bakery') =>
  visitor.post(`/api/businesses/${slug}/messages`, { body: { ...message, ...given } });
const list = async (browser = owner) => (await (await browser.get('/api/user/messages')).json()) as OwnMessage[];
/** Sends a message and returns its id. */
async function written(given: object = {}): Promise<string> {
  expect((await write(given)).status).toBe(201);
  await forgetQueuedMail(database.pool);
  return found((await list())[0], 'the message').id;
}
const answer = (id: string, text = 'Yes, from eight to noon.', browser = owner) =>
  browser.post(`/api/user/messages/${id}/answer`, { body: { answer: text } });
const takes = (takesMessages: boolean, browser = owner, id = bakery.id) =>
  browser.write('PUT', `/api/businesses/${id}/takes-messages`, { body: { takesMessages } });

describe('a message', () => {
  it('is mailed to the owner and kept as new; no mail and no answer has the address of the visitor', async () => {
    const response = await write();
    expect([response.status, await response.json()]).toEqual([
      201,
      { message: 'Your message is on its way. The answer comes to your email.' },
    ]);
    const mail = only(await queuedMail(database.pool), 'mail');
    expect(mail).toMatchObject({
      to: 'rosa@example.com',
      subject: 'Ada Byron wrote to Oak Bakery',
      replyTo: { address: 'hello@oakbend.example' },
    });
    expect(mail.text).toContain('> Do you bake on Sundays, too?');
    expect(mail.text).toContain('/dashboard/messages\n');
    expect(JSON.stringify(mail)).not.toContain('ada@example.org');
    const answered = await owner.get('/api/user/messages');
    const body = await answered.text();
    expect(JSON.parse(body)).toMatchObject([
      {
        name: 'Ada Byron',
        text: message.text,
        state: 'new',
        canAnswer: true,
        isReported: false,
        posts: [],
        business: { id: bakery.id },
      },
    ]);
    expect(body).not.toContain('ada@example.org');
    expect(await (await owner.get('/api/user/messages/counts')).json()).toEqual({ new: 1 });
    const download = await (await owner.get('/api/account/data')).text();
    expect(JSON.parse(download)).toMatchObject({ messagesReceived: [{ text: message.text }], messagesSent: [] });
    expect(download).not.toContain('ada@example.org');
  });

  it('is mailed to the managers of this owner as well, each by name', async () => {
    const place = async (username: string, given: object, invitedBy = rosa.id) => {
      const email = `${username}@example.com`;
      const { id: userId } = await aUser(database.db, { username, email, emailVerifiedAt: new Date(), ...given });
      await database.db.insert(listingManagers).values({ businessId: bakery.id, userId, invitedBy });
    };
    await place('mia', {});
    await place('banned', { bannedAt: new Date() });
    await place('unconfirmed', { emailVerifiedAt: null });
    await place('former', {}, (await aUser(database.db)).id);
    expect((await write()).status).toBe(201);
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ to }) => to)).toEqual(['rosa@example.com', 'mia@example.com']);
    expect(mails.map(({ text }) => text?.includes('Hello mia,'))).toEqual([false, true]);
  });

  it('has its links broken up, in name, text and answer', async () => {
    await write({ name: 'See evil.example.com', text: 'Look at https://evil.example.com/pay now' });
    const mail = only(await queuedMail(database.pool), 'mail');
    await forgetQueuedMail(database.pool);
    await answer(found((await list())[0], 'the message').id, 'Go to www.shop.example.com');
    const back = only(await queuedMail(database.pool), 'mail');
    for (const { subject, text, html } of [mail, back]) expect(subject + text + html).not.toMatch(/example\.com/);
  });

  it('is refused by a listing without an owner, and by one whose owner is banned', async () => {
    await aBusiness(database.db, { slug: 'nobodys', ownerId: null });
    expect(await problemOf(await write({}, 'nobodys'))).toMatchObject({ status: 409, code: 'conflict' });
    expect(await (await visitor.get('/api/businesses/nobodys')).json()).toMatchObject({ takesMessages: false });
    await database.db.update(users).set({ bannedAt: new Date() });
    expect((await write()).status).toBe(409);
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  it.each([
    [{ name: ' x ' }, { name: 'Please say your name' }],
    [{ name: 'x'.repeat(101) }, { name: 'Please keep it under 100 characters' }],
    [{ email: 'nobody' }, { email: 'Please enter a valid email address' }],
    [{ email: undefined }, { email: 'Please enter a valid email address' }],
    [{ text: 'short' }, { text: 'Please write at least 10 characters' }],
    [{ text: 'x'.repeat(3001) }, { text: 'Please keep it under 3,000 characters' }],
  ])('refuses %j', async (given, fields) => {
    expect(await problemOf(await write(given))).toMatchObject({ status: 422, code: 'invalid', fields });
    expect(await queuedMail(database.pool)).toEqual([]);
  });

  testFormToBusiness({
    ...{ database, business: () => bakery, call: 'messages', body: message },
    kept: async () => (await list()).length,
  });

  it('is a plain form without script', async () => {
    const browser = new TestBrowser(testSite(testServices(database)));
    const path = '/business/oak-bakery/message';
    const refused = await shownPage(await browser.submit(path, { ...message, text: '' }));
    expect(refused).toMatchObject({
      status: 422,
      url: path,
      form: { form: 'business-message', values: { name: 'Ada Byron' } },
    });
    const response = await browser.submit(path, message);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${path}?sent=message`]);
    expect(await list()).toHaveLength(1);
  });
});

describe('the owner', () => {
  it('reads 20 at a time, newest first', async () => {
    const rows = Array.from({ length: 30 }, () => ({ businessId: bakery.id, ...message }));
    await database.db.insert(businessMessages).values(rows);
    const first = await owner.get('/api/user/messages');
    const page = (await first.json()) as OwnMessage[];
    const next = found(/<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1], 'the next page');
    const rest = (await (await owner.get(next)).json()) as OwnMessage[];
    const ids = [...page, ...rest].map(({ id }) => id);
    expect([page.length, rest.length]).toEqual([20, 10]);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it('reads it, and answers it once; the visitor gets no address of the owner', async () => {
    const id = await written();
    expect(await (await owner.post(`/api/user/messages/${id}/read`)).json()).toMatchObject({ id, state: 'read' });
    expect(await (await owner.post(`/api/user/messages/${id}/read`)).json()).toMatchObject({ id, state: 'read' });
    expect(await (await owner.get('/api/user/messages/counts')).json()).toEqual({ new: 0 });
    const response = await answer(id);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { state: 'answered', posts: [{ text: 'Yes, from eight to noon.', by: 'rosa' }], canAnswer: false },
    ]);
    const mail = only(await queuedMail(database.pool), 'mail');
    expect(mail).toMatchObject({
      to: 'ada@example.org',
      subject: 'Oak Bakery answered your message',
      replyTo: { address: 'hello@oakbend.example' },
    });
    expect(mail.text).toContain('> Yes, from eight to noon.');
    expect(mail.text).toContain('> Do you bake on Sundays, too?');
    expect(JSON.stringify(mail)).not.toMatch(/rosa/i);
    expect(await problemOf(await answer(id, 'Once more'))).toMatchObject({
      ...{ status: 409, code: 'conflict' },
      message: 'You, in another tab, answered this message already. Yours is not sent.',
    });
    expect(await queuedMail(database.pool)).toHaveLength(1);
  });

  it('sends two answers at once as one', async () => {
    const id = await written();
    const both = await Promise.all([answer(id), answer(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await queuedMail(database.pool)).toHaveLength(1);
  });

  it.each([[''], ['  '], ['x'.repeat(3001)]])('cannot answer with %j', async (text) => {
    const id = await written();
    expect((await problemOf(await answer(id, text))).status).toBe(422);
  });

  it('cannot flood one mailbox with answers', async () => {
    const rows = Array.from({ length: 11 }, () => ({ businessId: bakery.id, ...message }));
    const ids = (await database.db.insert(businessMessages).values(rows).returning()).map(({ id }) => id);
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await answer(id)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await list()).filter(({ state }) => state === 'answered')).toHaveLength(10);
  });

  it('is the only one who reads and answers', async () => {
    const id = await written();
    const others = [
      await browserOf(await aUser(database.db, { username: 'bob' })),
      await browserOf(await aUser(database.db, { username: 'sam', role: 'staff' })),
    ];
    for (const browser of others) {
      expect(await list(browser)).toEqual([]);
      expect((await problemOf(await browser.post(`/api/user/messages/${id}/read`))).status).toBe(404);
      expect((await problemOf(await answer(id, 'I am the owner', browser))).status).toBe(404);
      expect((await problemOf(await takes(false, browser))).status).toBe(404);
    }
    expect((await visitor.get('/api/user/messages')).status).toBe(401);
    expect((await answer(id, 'Hello', visitor)).status).toBe(401);
    expect((await answer(crypto.randomUUID())).status).toBe(404);
    expect(await queuedMail(database.pool)).toEqual([]);
    // The listing goes to somebody else, and its messages with it.
    await database.db.update(businesses).set({ ownerId: null }).where(eq(businesses.id, bakery.id));
    expect(await list()).toEqual([]);
    expect((await problemOf(await answer(id))).status).toBe(404);
  });

  it('switches messages off and on again', async () => {
    expect(await (await visitor.get('/api/businesses/oak-bakery')).json()).toMatchObject({ takesMessages: true });
    const id = await written();
    expect(await (await takes(false)).json()).toEqual({ takesMessages: false });
    expect(await (await visitor.get('/api/businesses/oak-bakery')).json()).toMatchObject({ takesMessages: false });
    expect(await (await owner.get('/api/user/businesses')).json()).toMatchObject([{ takesMessages: false }]);
    expect((await write()).status).toBe(409);
    // The owner still answers earlier ones.
    expect((await answer(id)).status).toBe(200);
    await takes(true);
    expect((await write()).status).toBe(201);
  });
});

describe('kept', () => {
  it('until 24 months after the answer, or after it came', async () => {
    const later = (months: number) => new Date(Date.now() + months * 31 * 86_400_000);
    await written();
    const answered = await written();
    await answer(answered);
    await database.db.update(businessMessages).set({ createdAt: new Date('2020-01-01') });
    await sweepBusinessMessages(database.db, new Date());
    expect((await list()).map(({ id }) => id)).toEqual([answered]);
    await sweepBusinessMessages(database.db, later(23));
    expect(await list()).toHaveLength(1);
    await sweepBusinessMessages(database.db, later(25));
    expect(await list()).toEqual([]);
  });

  it('by the listing into which its own is merged', async () => {
    await written();
    const staff = await browserOf(await aUser(database.db, { username: 'sam', role: 'staff' }));
    const kept = await aBusiness(database.db, { name: 'Kept' });
    expect((await staff.post(`/api/staff/businesses/${bakery.id}/merge`, { body: { into: kept.id } })).status).toBe(
      200,
    );
    expect(await list()).toMatchObject([{ business: { id: kept.id } }]);
  });

  it("for the visitor's download, once the address is confirmed; nobody answers a deleted person", async () => {
    const ada = await aUser(database.db, { username: 'ada', email: 'ada@example.org', emailVerifiedAt: null });
    const id = await written({ email: 'Ada@example.org' });
    const browser = await browserOf(ada);
    const sent = async () =>
      ((await (await browser.get('/api/account/data')).json()) as { messagesSent: object[] }).messagesSent;
    expect(await sent()).toEqual([]);
    await database.db.update(users).set({ emailVerifiedAt: new Date() });
    expect(await sent()).toMatchObject([{ business: 'Oak Bakery', text: message.text }]);
    await database.db.update(businessMessages).set({ email: null });
    expect(await list()).toMatchObject([{ id, canAnswer: false }]);
    expect((await problemOf(await answer(id))).status).toBe(409);
  });
});
