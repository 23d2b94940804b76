/** A talk between a visitor and a business as a whole: found, downloaded, deleted in time, reported. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import { sweepBusinessMessages } from '#features/business-messages/server/sweep-business-messages.ts';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import { businessMessages, conversationPosts } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let app: ReturnType<typeof createApi>;
let owner: TestBrowser;
let visitor: TestBrowser;
let id = '';

const browserOf = async (user: User) => new TestBrowser(app).withSession(await aSession(database.db, user.id));
const message = { name: 'Ada Byron', email: 'Ada@example.org', text: 'Do you bake on Sundays, too?' };
const write = (given: object = {}) =>
  visitor.post('/api/businesses/oak-bakery/messages', { body: { ...message, ...given } });

beforeEach(async () => {
  app = createApi(testServices(database));
  const rosa = await aUser(database.db, { username: 'rosa', email: 'rosa@example.com', emailVerifiedAt: new Date() });
  await aBusiness(database.db, { slug: 'oak-bakery', name: 'Oak Bakery', email: null, ownerId: rosa.id });
  [owner, visitor] = [await browserOf(rosa), new TestBrowser(app)];
  expect((await write()).status).toBe(201);
  id = only(await database.db.select().from(businessMessages), 'message').id;
});

const list = async (query = '') => answerOf<OwnMessage[]>(await owner.get(`/api/user/messages${query}`));
const answer = (text = 'Yes, from eight.') => owner.post(`/api/user/messages/${id}/answer`, { body: { answer: text } });
async function writeBack(text: string): Promise<void> {
  const token = await writeTalkToken(database.db, id);
  await answerOf(await visitor.post('/api/business-talk', { body: { token, text } }));
}

it('is found by its state and by any word in it, the latest word first', async () => {
  await write({ name: 'Bo', email: 'bo@example.org', text: 'Is there rye bread left?' });
  expect((await list()).map(({ name }) => name)).toEqual(['Bo', 'Ada Byron']);
  await answer();
  await writeBack('A zebra cake');
  expect((await list()).map(({ name }) => name)).toEqual(['Ada Byron', 'Bo']);
  const names = async (query: string) => (await list(query)).map(({ name }) => name);
  expect(await names('?search=ZEBRA')).toEqual(['Ada Byron']);
  expect(await names('?search=rye')).toEqual(['Bo']);
  expect(await names('?search=%25')).toEqual([]);
  expect(await names('?state=answered')).toEqual([]);
  await answer('Striped, yes.');
  expect(await names('?state=answered')).toEqual(['Ada Byron']);
  expect(await names('?state=open')).toEqual(['Bo']);
  expect((await owner.get('/api/user/messages?cursor=x')).status).toBe(400);
});

it('is in both downloads, from each side, and goes 24 months after its last word', async () => {
  await answer();
  await writeBack('And on Mondays?');
  const ada = await aUser(database.db, { username: 'ada', email: 'ada@example.org', emailVerifiedAt: new Date() });
  const download = async (browser: TestBrowser) =>
    answerOf<Record<'messagesSent' | 'messagesReceived', object[]>>(await browser.get('/api/account/data'));
  expect((await download(owner)).messagesReceived).toMatchObject([
    {
      talk: [
        { from: 'you', text: 'Yes, from eight.' },
        { from: 'them', text: 'And on Mondays?' },
      ],
    },
  ]);
  expect((await download(await browserOf(ada))).messagesSent).toMatchObject([
    { talk: [{ from: 'them' }, { from: 'you', text: 'And on Mondays?' }] },
  ]);
  await database.db.update(businessMessages).set({ createdAt: new Date('2020-01-01') });
  await sweepBusinessMessages(database.db, new Date());
  expect(await list()).toHaveLength(1);
  await sweepBusinessMessages(database.db, new Date(Date.now() + 25 * 31 * 86_400_000));
  expect(await database.db.select().from(conversationPosts)).toEqual([]);
});

it('is reported with what came later, from both sides', async () => {
  await answer('No, thank you.');
  await writeBack('Buy my links');
  await forgetQueuedMail(database.pool);
  await owner.post(`/api/user/messages/${id}/report`, { body: {} });
  expect(only(await queuedMail(database.pool), 'mail').text).toMatch(
    /Oak Bakery answered: No, thank you\.[\s>]*Later: Buy my links/,
  );
});
