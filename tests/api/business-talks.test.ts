/** A visitor and a business write to each other by mail, through the site: neither learns the other's address. */
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import type { Talk } from '#features/business-messages/talk-contract.ts';
import { businesses, businessMessages, conversationPosts, listingManagers, users } from '#server/db/schema/index.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const [secret, pattern] = ['a-secret-of-the-service', 'reply+*@in.oakbend.example'];
const env = { INBOUND_ADDRESS: pattern, INBOUND_MAIL_SECRET: secret };
let app: ReturnType<typeof createApi>;
let rosa: User;
let owner: TestBrowser;
let visitor: TestBrowser;
let bakery: Business;
let id = '';

const browserOf = async (user: User) => new TestBrowser(app).withSession(await aSession(database.db, user.id));
const notSent = 'Your message to Oak Bakery was not sent';
const message = { name: 'Ada Byron', email: 'Ada@example.org', text: 'Do you bake on Sundays, too?' };
const write = (given: object = {}) =>
  visitor.post('/api/businesses/oak-bakery/messages', { body: { ...message, ...given } });

beforeEach(async () => {
  app = createApi(testServices(database, { env }));
  rosa = await aUser(database.db, { username: 'rosa', email: 'rosa@example.com', emailVerifiedAt: new Date() });
  bakery = await aBusiness(database.db, {
    ...{ slug: 'oak-bakery', name: 'Oak Bakery', email: null, ownerId: rosa.id },
  });
  [owner, visitor] = [await browserOf(rosa), new TestBrowser(app)];
  expect((await write()).status).toBe(201);
  id = only(await database.db.select().from(businessMessages), 'message').id;
});

let count = 0;
interface Given {
  side?: 'person' | 'owner';
  from?: string;
  body?: string;
  head?: string[];
  mailId?: string;
}
/** Hands a mail to the signed webhook, as a mail service does. */
async function mail({ side = 'person', from, body = 'And on Mondays?', head = [], mailId }: Given = {}) {
  const to = await replyAddress(database.db, pattern, { id, side });
  const sender = from ?? (side === 'person' ? 'Ada <ada@example.org>' : 'Rosa <rosa@example.com>');
  const raw = [
    ...[`From: ${sender}`, `To: ${to}`, 'Subject: Re: x', `Message-ID: <${mailId ?? ++count}@example.org>`],
    ...[...head, '', body],
  ].join('\r\n');
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');
  const response = await app.request('/api/inbound-mail', {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', 'x-inbound-signature': `t=${time},v1=${signature}` },
    body: raw,
  });
  return (await answerOf<{ result: string }>(response)).result;
}
const list = async (query = '', browser = owner) =>
  answerOf<OwnMessage[]>(await browser.get(`/api/user/messages${query}`));
const shown = async () => only(await list(), 'message');
const answer = (text = 'Yes, from eight.') => owner.post(`/api/user/messages/${id}/answer`, { body: { answer: text } });
const block = (isBlocked: boolean) => owner.write('PUT', `/api/user/messages/${id}/blocked`, { body: { isBlocked } });
const mails = async () => {
  const all = await queuedMail(database.pool);
  await forgetQueuedMail(database.pool);
  return all;
};

describe('a visitor who writes back', () => {
  it('comes into the thread, which waits for an answer again, and to the owner by mail, as one thread of mails', async () => {
    const [first] = await mails();
    expect(first).toMatchObject({ thread: { id, side: 'owner', mailId: id, references: [] } });
    await answer();
    const [answered] = await mails();
    const answerId = (await shown()).posts[0]?.id ?? '';
    expect(answered).toMatchObject({
      to: 'Ada@example.org',
      thread: { id, side: 'person', mailId: answerId },
      text: expect.stringContaining('To write back, answer this email.'),
    });
    expect(await mail({ mailId: 'hers' })).toBe('kept');
    expect(await mail({ mailId: 'hers' })).toBe('known');
    const talk = await shown();
    expect(talk).toMatchObject({ state: 'new', canAnswer: true });
    expect(talk.posts).toMatchObject([
      { kind: 'answer', text: 'Yes, from eight.', by: 'rosa' },
      { kind: 'reply', text: 'And on Mondays?', by: null, isFromElsewhere: false, leftOut: [] },
    ]);
    const back = only(await mails(), 'mail');
    expect(back).toMatchObject({
      ...{ to: 'rosa@example.com', subject: 'Ada Byron wrote back to Oak Bakery' },
      thread: { side: 'owner', mailId: talk.posts[1]?.id, references: [id] },
      text: expect.stringContaining('> And on Mondays?'),
    });
    expect(JSON.stringify(back)).not.toMatch(/ada@example/i);

    const again = { body: { answer: 'From nine, sorry.', isSecond: true } };
    expect((await owner.post(`/api/user/messages/${id}/answer`, again)).status).toBe(409);
    expect((await answer('Mondays, too.')).status).toBe(200);
    expect(only(await mails(), 'mail')).toMatchObject({
      thread: { references: [answerId, 'hers@example.org'] },
      text: expect.stringContaining('> And on Mondays?'),
    });
    expect(await problemOf(await answer('Once more'))).toMatchObject({ status: 409 });
  });

  it('shows nobody the address, neither in what the mail quotes nor of another mailbox; files are named', async () => {
    const head = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x'];
    const quoted = 'Fine.\r\n\r\nOn Tue, Nov 24, 2026 Ada <ada@example.org> wrote:\r\n> Hello';
    const file = 'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\nx';
    const body = `--x\r\nContent-Type: text/plain\r\n\r\n${quoted}\r\n--x\r\n${file}\r\n--x--`;
    await mails();
    expect(await mail({ from: 'ada.byron@work.example', head, body })).toBe('kept');
    const response = await (await owner.get('/api/user/messages')).text();
    expect(response).not.toMatch(/ada@example|work\.example/i);
    expect((JSON.parse(response) as OwnMessage[])[0]?.posts).toMatchObject([
      { text: 'Fine.', isFromElsewhere: true, leftOut: ['a.pdf'] },
    ]);
    const sent = only(await mails(), 'mail');
    expect(JSON.stringify(sent)).not.toMatch(/ada@example|work\.example/i);
    expect(sent.text).toContain('we do not pass files on');
  });

  it('reaches nobody once blocked, by the form neither, and again when let; no answer tells of it', async () => {
    await answer();
    const usual = await write({ email: 'bo@example.org' });
    await mails();
    expect(await answerOf(await block(true))).toMatchObject({ isBlocked: true, canAnswer: false });
    expect((await block(true)).status).toBe(200);
    const before = await database.db.select().from(businessMessages);
    // Taken from the mail server and dropped: a mail that came back would tell.
    expect(await mail()).toBe('blocked');
    const dropped = await write({ email: 'ADA@example.org' });
    const headers = (response: Response) =>
      [...response.headers].filter(([name]) => !/^(date|x-request-id|server-timing)$/.test(name));
    expect([dropped.status, await dropped.text(), headers(dropped)]).toEqual([
      usual.status,
      await usual.text(),
      headers(usual),
    ]);
    expect(await database.db.select().from(businessMessages)).toEqual(before);
    expect((await list()).find((one) => one.id === id)?.posts).toHaveLength(1);
    expect(await mails()).toEqual([]);
    expect((await write({ email: 'bo@example.org' })).status).toBe(201);
    await block(false);
    expect(await mail()).toBe('kept');
    expect((await write()).status).toBe(201);
    expect(await list()).toHaveLength(4);
  });

  it('sees the same of a reply from another mailbox, blocked or not, and no words of it', async () => {
    const link = `/api/business-talk?token=${await writeTalkToken(database.db, id)}`;
    const said = async () => answerOf<Talk>(await visitor.get(link));
    const elsewhere = { from: 'eve@example.net', body: 'Words of Eve' };
    expect(await mail(elsewhere)).toBe('kept');
    await block(true);
    expect(await mail(elsewhere)).toBe('blocked');
    const shownThere = { by: 'you', text: '', isFromElsewhere: true };
    expect((await said()).said.slice(1)).toMatchObject([shownThere, shownThere]);
    const ada = await aUser(database.db, { username: 'ada', email: 'ada@example.org', emailVerifiedAt: new Date() });
    expect(await (await (await browserOf(ada)).get('/api/account/data')).text()).not.toContain('Words of Eve');
  });

  it('takes a stop back from the own mailbox alone, whose words alone the answer quotes', async () => {
    await answer();
    const stop = { body: { token: await writeTalkToken(database.db, id), isStopped: true } };
    await visitor.write('PUT', '/api/business-talk/stopped', stop);
    expect(await mail({ from: 'eve@example.net', body: 'Words of Eve' })).toBe('kept');
    expect((await shown()).hasStopped).toBe(true);
    expect(await mail({ body: 'Words of Ada' })).toBe('kept');
    expect((await shown()).hasStopped).toBe(false);
    expect(await mail({ from: 'eve@example.net', body: 'Words of Eve again' })).toBe('kept');
    await mails();
    await answer('Mondays, too.');
    const { text } = only(await mails(), 'mail');
    expect(text).toContain('> Words of Ada');
    expect(text).not.toContain('Eve');
    await mails();
    await owner.post(`/api/user/messages/${id}/report`, { body: {} });
    expect(only(await mails(), 'mail').text.replace(/[\s>]+/g, ' ')).toContain(
      'Later, from another address: Words of Eve',
    );
  });

  it('is blocked in all that came from the mailbox, and let again in all', async () => {
    await write({ email: 'ADA@example.org', text: 'And rye bread, too?' });
    await write({ name: 'Bo', email: 'bo@example.org' });
    const blocked = async () => (await list()).map(({ name, isBlocked }) => [name, isBlocked]);
    await block(true);
    expect(await blocked()).toEqual([['Bo', false], ...[1, 2].map(() => ['Ada Byron', true])]);
    const [, other = ''] = (await list()).map((one) => one.id);
    expect(other).not.toBe(id);
    await owner.write('PUT', `/api/user/messages/${other}/blocked`, { body: { isBlocked: false } });
    expect((await blocked()).flatMap(([, isBlocked]) => isBlocked)).toEqual([false, false, false]);
    await answer();
    expect(await mail()).toBe('kept');
  });

  it('counts for the same limits once blocked', async () => {
    await block(true);
    for (let sent = 1; sent < 20; sent++) expect((await write()).status).toBe(201);
    expect(await problemOf(await write())).toMatchObject({ status: 429, code: 'too_many' });
    // With the message that began it, five in a row.
    for (let sent = 1; sent < 5; sent++) expect(await mail()).toBe('blocked');
    await mails();
    expect(await mail()).toBe('closed');
    expect(only(await mails(), 'mail')).toMatchObject({ to: 'Ada@example.org', subject: notSent });
  });

  it('reaches nobody when the owner is gone or banned, or the visitor is', async () => {
    await database.db.update(users).set({ bannedAt: new Date() });
    expect(await mail()).toBe('closed');
    await database.db.update(users).set({ bannedAt: null });
    await database.db.update(businesses).set({ ownerId: null });
    expect(await mail()).toBe('closed');
    await database.db.update(businesses).set({ ownerId: rosa.id });
    await database.db.update(businessMessages).set({ email: null });
    expect(await mail()).toBe('closed');
    await database.db.delete(businessMessages);
    expect(await mail()).toBe('unknown');
  });

  it('can write five times in a row, and 20 mails a day into one thread', async () => {
    for (let sent = 1; sent < 5; sent++) expect(await mail()).toBe('kept');
    await mails();
    expect(await mail()).toBe('closed');
    const told = only(await mails(), 'mail');
    expect(told).toMatchObject({ to: 'Ada@example.org', subject: notSent });
    expect(told.text.replace(/\s+/g, ' ')).toContain('You have written 5 times since the last answer.');
    for (let sent = 5; sent < 21; sent++) {
      expect((await answer(`Answer ${sent}`)).status).toBe(200);
      expect(await mail()).toBe('kept');
    }
    expect((await answer()).status).toBe(200);
    expect(await mail()).toBe('too-many');
  });
});

describe('an owner who answers by mail', () => {
  it('is passed on without the address, and managers may as well', async () => {
    await mails();
    expect(await mail({ side: 'owner', body: 'Yes!\r\n\r\nOn Tue, Oakbend <x@oakbend.example> wrote:\r\n> Do' })).toBe(
      'kept',
    );
    const sent = only(await mails(), 'mail');
    expect(sent).toMatchObject({ to: 'Ada@example.org', text: expect.stringContaining('> Yes!') });
    expect(JSON.stringify(sent)).not.toMatch(/rosa/i);
    expect(await shown()).toMatchObject({ state: 'answered', posts: [{ text: 'Yes!', by: 'rosa' }] });

    const mia = await aUser(database.db, { username: 'mia', email: 'mia@example.com', emailVerifiedAt: new Date() });
    await database.db.insert(listingManagers).values({ businessId: bakery.id, userId: mia.id, invitedBy: rosa.id });
    await mail();
    expect((await mails()).map(({ to }) => to)).toEqual(['rosa@example.com', 'mia@example.com']);
    expect(await mail({ side: 'owner', from: 'mia@example.com', body: 'Mondays, too.' })).toBe('kept');
    expect((await shown()).posts.at(-1)).toMatchObject({ text: 'Mondays, too.', by: 'mia' });
  });

  it('is told when the answer could not go on, and why', async () => {
    await mails();
    expect(await mail({ side: 'owner', from: 'eve@example.net', body: 'I am the owner' })).toBe('stranger');
    expect(await mail({ side: 'owner', body: '' })).toBe('closed');
    expect(await mail({ side: 'owner', body: 'Yes' })).toBe('kept');
    expect(await mail({ side: 'owner', body: 'Yes' })).toBe('closed');
    for (const body of ['2', '3', '4', '5']) expect(await mail({ side: 'owner', body })).toBe('kept');
    expect(await mail({ side: 'owner', body: 'And bring cake' })).toBe('closed');
    await block(true);
    expect(await mail({ side: 'owner', body: 'Hello?' })).toBe('closed');
    const told = (await mails()).filter(({ subject }) => subject === 'Your answer to Ada Byron was not sent');
    expect(told.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => 'rosa@example.com'));
    expect(told.map(({ text }) => /send it on\. ([A-Z][^.]+)/.exec(text.replace(/\s+/g, ' '))?.[1])).toEqual([
      'It came from an email address that is not the one of your account',
      'There were no words in it',
      'You have just sent these very words',
      'You have answered 5 times in a row',
      'This visitor gets no more mail from you',
    ]);
    expect((await shown()).posts).toHaveLength(5);
    expect(await database.db.select().from(conversationPosts)).toHaveLength(5);
  });
});
