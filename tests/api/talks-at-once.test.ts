/** Many visitors and owners write at the same moment, on a process with two connections to the database. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { takeBusinessReply } from '#features/business-messages/server/take-reply.ts';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import { createDatabase, type DatabaseClient } from '#server/db/client.ts';
import { businessMessages, rateLimits } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const longMailboxes = ['info@friends-of-olmos-park-gardens.org', 'info@friends-of-olmos-park-gardens.com'];
let narrow: DatabaseClient;
let visitor: TestBrowser;
let owner: TestBrowser;
let bakery: Business;

beforeEach(async () => {
  narrow = createDatabase(database.url, { max: 2, name: 'narrow' });
  const api = createApi(testServices(narrow));
  const rosa = await aUser(database.db, { email: 'rosa@example.com', emailVerifiedAt: new Date() });
  visitor = new TestBrowser(api);
  owner = new TestBrowser(api).withSession(await aSession(database.db, rosa.id));
  bakery = await aBusiness(database.db, { name: 'Oak Bakery', ownerId: rosa.id });
});
afterEach(() => narrow.close());

/** Stores a message from each mailbox. */
async function messagesFrom(mailboxes: readonly string[], given: { stoppedAt?: Date } = {}): Promise<string[]> {
  const rows = mailboxes.map((email) => ({ businessId: bakery.id, name: 'Ada', email, text: 'Rye today?', ...given }));
  const stored = await database.db.insert(businessMessages).values(rows).returning({ id: businessMessages.id });
  return stored.map(({ id }) => id);
}
const several = (count: number) => Array.from({ length: count }, (_, index) => `ada${index}@example.org`);
const tokensOf = (ids: readonly string[]) => Promise.all(ids.map((id) => writeTalkToken(narrow.db, id)));
const statusesOf = async (responses: readonly Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status).toSorted((a, b) => a - b);
const write = (token = '', text = 'Are you there?') =>
  visitor.post('/api/business-talk', { body: { token, text }, key: false });
const stop = (token: string) =>
  visitor.write('PUT', '/api/business-talk/stopped', { body: { token, isStopped: true } });

it('twenty replies in one talk: those that fit are kept, the others refused and not counted', async () => {
  const [token] = await tokensOf(await messagesFrom(several(1)));
  const statuses = await statusesOf(several(20).map((text) => write(token, text)));
  expect(statuses).toEqual([...Array(4).fill(201), ...Array(16).fill(409)]);
  const { rows } = await database.pool.query(
    "select hits from rate_limits where key like 'business-message-replies:%'",
  );
  expect(rows).toEqual([{ hits: 4 }]);
});

it('replies in many talks', async () => {
  const tokens = await tokensOf(await messagesFrom(several(8)));
  expect(await statusesOf(tokens.map((token) => write(token)))).toEqual(Array(8).fill(201));
});

it('answers to many messages, on the page and by mail', async () => {
  const ids = await messagesFrom(several(8));
  const send = (id: string) =>
    owner.post(`/api/user/messages/${id}/answer`, { body: { answer: 'Yes.', isSecond: false } });
  expect(await statusesOf(ids.map(send))).toEqual(Array(8).fill(200));
  const body = { from: 'rosa@example.com', to: [], quoted: null, leftOut: [], isAutomatic: false, report: null };
  const byMail = ids.map((id) =>
    takeBusinessReply({ id, side: 'owner' }, { ...body, text: 'And rolls.', mailId: id }, testServices(narrow)),
  );
  expect(await Promise.all(byMail)).toEqual(Array(8).fill('kept'));
});

it('forms from mailboxes that want no more answers: each is told so, whatever its length, and no address is kept for the limit', async () => {
  const mailboxes = [...several(6), ...longMailboxes];
  await messagesFrom(mailboxes, { stoppedAt: new Date() });
  const send = (email: string) =>
    visitor.post(`/api/businesses/${bakery.slug}/messages`, {
      body: { name: 'Ada', email, text: 'Is there rye on Mondays?', topic: '' },
    });
  expect(await statusesOf(mailboxes.map(send))).toEqual(Array(8).fill(201));
  const told = (await queuedMail(database.pool)).filter(({ subject }) => subject.includes('cannot answer'));
  expect(told.map(({ to }) => to).toSorted()).toEqual(mailboxes.toSorted());
  const keys = (await database.db.select().from(rateLimits)).map(({ key }) => key);
  expect(keys.filter((key) => key.includes('@'))).toEqual([]);
});

it('one mailbox stops, goes on and is blocked in all of its talks', async () => {
  const ids = await messagesFrom(Array(12).fill('ada@example.org'));
  const tokens = await tokensOf(ids);
  const block = (id: string, index: number) =>
    owner.write('PUT', `/api/user/messages/${id}/blocked`, { body: { isBlocked: index % 2 === 0 } });
  const acts = [...tokens.map(stop), ...ids.map(block), ...tokens.map((token) => write(token))];
  const statuses = await statusesOf(acts);
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
});
