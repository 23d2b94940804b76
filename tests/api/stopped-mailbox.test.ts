/** A mailbox that wants no more answers of a business is told when it writes to it anew by the form. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import type { Talk } from '#features/business-messages/talk-contract.ts';
import { businessMessages, rateLimits } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const body = { name: 'Ada', email: 'ADA@example.org', text: 'Is there rye on Mondays?', topic: '' };
let visitor: TestBrowser;
let owner: TestBrowser;
let bakery: Business;
let first = '';

beforeEach(async () => {
  const api = createApi(testServices(database));
  const rosa = await aUser(database.db, { email: 'rosa@example.com', emailVerifiedAt: new Date() });
  visitor = new TestBrowser(api);
  owner = new TestBrowser(api).withSession(await aSession(database.db, rosa.id));
  bakery = await aBusiness(database.db, { name: 'Oak Bakery', ownerId: rosa.id });
  const ada = { businessId: bakery.id, name: 'Ada Byron', email: 'Ada@example.org', text: 'Do you bake on Sundays?' };
  first = only(await database.db.insert(businessMessages).values(ada).returning(), 'message').id;
  await forgetQueuedMail(database.pool);
});

const stop = (token: string, isStopped: boolean) =>
  visitor.write('PUT', '/api/business-talk/stopped', { body: { token, isStopped } });

/** Sends the form, and reads what Ada is mailed. */
async function toAda() {
  expect((await visitor.post(`/api/businesses/${bakery.slug}/messages`, { body })).status).toBe(201);
  const mails = await queuedMail(database.pool);
  await forgetQueuedMail(database.pool);
  return mails.filter(({ to }) => to === body.email);
}

it('once a day, with the way to let the business answer, which the words by themselves are not', async () => {
  expect(await toAda()).toEqual([]);
  await stop(await writeTalkToken(database.db, first), true);
  const { subject, text } = only(await toAda(), 'mail');
  expect(subject).toBe('Oak Bakery cannot answer your message');
  expect(text).toContain(body.text);
  expect(await toAda()).toEqual([]);
  const token = /\/messages\/talk\?token=(\S+)/.exec(text)?.[1] ?? '';
  const talk = async () => answerOf<Talk>(await visitor.get(`/api/business-talk?token=${token}`));
  expect(await talk()).toMatchObject({ isStopped: true });
  await stop(token, false);
  expect(await talk()).toMatchObject({ isStopped: false });
  await database.db.delete(rateLimits);
  expect(await toAda()).toEqual([]);
});

it('also while the business has blocked it: to be told nothing would tell of the block', async () => {
  await stop(await writeTalkToken(database.db, first), true);
  await answerOf(await owner.write('PUT', `/api/user/messages/${first}/blocked`, { body: { isBlocked: true } }));
  expect(only(await toAda(), 'mail').subject).toBe('Oak Bakery cannot answer your message');
  expect(await database.db.$count(businessMessages)).toBe(1);
});
