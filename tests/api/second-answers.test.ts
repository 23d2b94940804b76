/** An owner corrects an answer to a visitor, or adds to it, with a second one. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { OwnMessage } from '#features/business-messages/own-contract.ts';
import { businessMessages } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let owner: TestBrowser;
let bakery: Business;

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  const { id: ownerId } = await aUser(database.db, { username: 'rosa' });
  const app = createApi(testServices(database));
  owner = new TestBrowser(app).withSession(await aSession(database.db, ownerId));
  bakery = await aBusiness(database.db, { name: 'Oak Bakery', ownerId });
});

/** Stores a visitor's message and returns its id. */
async function written(email = 'ada@example.org'): Promise<string> {
  const given = { businessId: bakery.id, name: 'Ada Byron', email, text: 'Do you bake on Sundays, too?' };
  return only(await database.db.insert(businessMessages).values(given).returning(), 'message').id;
}
const list = async () => (await (await owner.get('/api/user/messages')).json()) as OwnMessage[];
const answer = (id: string, text = 'Yes, from eight to noon.') =>
  owner.post(`/api/user/messages/${id}/answer`, { body: { answer: text } });
const again = (id: string, text = 'Sorry: from nine to noon.') =>
  owner.post(`/api/user/messages/${id}/answer`, { body: { answer: text, isSecond: true } });

describe('the owner', () => {
  it('sends further answers, which say so, and no more than five in a row', async () => {
    const id = await written();
    expect((await list())[0]).toMatchObject({ canAnswer: true, canAnswerAgain: false });
    expect(await problemOf(await again(id))).toMatchObject({
      ...{ status: 409, message: expect.stringMatching(/written back/) },
    });
    expect(await (await answer(id)).json()).toMatchObject({ canAnswer: false, canAnswerAgain: true });
    await forgetQueuedMail(database.pool);
    expect(await (await again(id)).json()).toMatchObject({
      ...{ state: 'answered', canAnswer: false, canAnswerAgain: true },
      posts: [{ text: 'Yes, from eight to noon.' }, { text: 'Sorry: from nine to noon.' }],
    });
    const mail = only(await queuedMail(database.pool), 'mail');
    expect([mail.to, mail.subject]).toEqual(['ada@example.org', 'Oak Bakery answered your message']);
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('Oak Bakery has written to you once more');
    expect(mail.text).toContain('> Sorry: from nine to noon.');
    expect(JSON.stringify(mail)).not.toMatch(/rosa/i);
    expect((await problemOf(await answer(id, 'A third'))).status).toBe(409);
    expect(await queuedMail(database.pool)).toHaveLength(1);
    for (const text of ['A third', 'A fourth', 'A fifth']) expect((await again(id, text)).status).toBe(200);
    expect((await list())[0]).toMatchObject({ canAnswer: false, canAnswerAgain: false });
    expect(await problemOf(await again(id, 'A sixth'))).toMatchObject({
      ...{ status: 409, message: 'You have answered 5 times in a row. To write more, wait for the visitor.' },
    });
  });

  it('sends the same second answer at once as one', async () => {
    const id = await written();
    await answer(id);
    const both = await Promise.all([again(id), again(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('sends none to a blocked visitor, nor to one who has deleted the account', async () => {
    const [blocked, deleted] = [await written(), await written('bo@example.org')];
    for (const id of [blocked, deleted]) await answer(id);
    await owner.write('PUT', `/api/user/messages/${blocked}/blocked`, { body: { isBlocked: true } });
    expect((await again(blocked)).status).toBe(409);
    expect((await list()).find(({ id }) => id === blocked)).toMatchObject({ canAnswerAgain: false });
    await database.db.update(businessMessages).set({ email: null });
    expect((await again(deleted)).status).toBe(409);
    expect((await list()).map(({ canAnswerAgain }) => canAnswerAgain)).toEqual([false, false]);
  });
});
