/** Many new listings by somebody whose mailbox is not confirmed: a few have mails of their own, the rest one. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { severalLetterJob } from '#features/businesses/server/many-submissions.ts';
import { businesses, securityLog, users } from '#server/db/schema/index.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let services: ReturnType<typeof testServices>;
let sender: User;
let browser: TestBrowser;
let category: string;
beforeEach(async () => {
  services = testServices(database);
  await forgetQueuedMail(database.pool);
  await database.pool.query("delete from pgboss.job where name = 'several-listings-letter'");
  sender = await aUser(database.db, { username: 'nelson', email: 'nelson@example.com', emailVerifiedAt: null });
  browser = new TestBrowser(createApi(services)).withSession(await aSession(database.db, sender.id));
  category = (await aCategory(database.db)).slug;
});

const send = (number: number) =>
  browser.post('/api/businesses', {
    body: { name: `Shop ${number}`, description: 'A shop in the street.', address: `${number} Oak St`, category },
  });

async function sendMany(count: number): Promise<void> {
  for (let number = 1; number <= count; number++) expect((await send(number)).status).toBe(201);
}

const subjects = async (to: string) =>
  (await queuedMail(database.pool)).filter((mail) => mail.to === to).map(({ subject }) => subject);

async function jobs() {
  const { rows } = await database.pool.query<{ id: string; data: { items: string[] }; wait: number }>(
    "select id, data, extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = 'several-listings-letter'",
  );
  return rows;
}

async function runLetter(): Promise<void> {
  for (const { id, data } of await jobs()) {
    await severalLetterJob.run(data, { ...services, jobId: id, queuedAt: new Date(), retryCount: 0 });
  }
}

it('bundles the mails from the fifth listing on, to the sender and to the town', async () => {
  await sendMany(10);
  const first = [1, 2, 3, 4].map((number) => `Shop ${number}`);
  const own = first.map((name) => `We have your listing: ${name}`);
  const staff = first.map((name) => `New listing to review: ${name}`);
  expect(await subjects('nelson@example.com')).toEqual(own);
  expect(await subjects('hello@oakbend.example')).toEqual(staff);
  expect((await jobs()).map(({ data }) => data.items.length)).toEqual([6]);
  // One is taken back, one decided on: the mail names those that wait.
  await database.db.delete(businesses).where(eq(businesses.name, 'Shop 5'));
  await database.db.update(businesses).set({ status: 'rejected' }).where(eq(businesses.name, 'Shop 6'));
  await runLetter();
  expect(await subjects('nelson@example.com')).toEqual([...own, 'We have 4 more of your listings']);
  expect(await subjects('hello@oakbend.example')).toEqual([...staff, '4 more new listings to review from nelson']);
  const mails = (await queuedMail(database.pool)).slice(-2);
  for (const { text } of mails) {
    expect(text).toContain('Shop 7, 7 Oak St');
    expect(text).not.toContain('Shop 6');
  }
});

it('leaves four in a row, and a confirmed mailbox, as they were', async () => {
  await sendMany(4);
  expect(await jobs()).toEqual([]);
  expect(await subjects('nelson@example.com')).toHaveLength(4);
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, sender.id));
  for (const number of [5, 6]) expect((await send(number)).status).toBe(201);
  expect(await subjects('nelson@example.com')).toHaveLength(6);
  expect(await jobs()).toEqual([]);
});

it('mails nobody about the listings of somebody who is banned by then, or when none waits', async () => {
  await sendMany(6);
  await forgetQueuedMail(database.pool);
  await database.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, sender.id));
  await runLetter();
  await database.db.update(users).set({ bannedAt: null }).where(eq(users.id, sender.id));
  await database.db.update(businesses).set({ status: 'rejected' }).where(eq(businesses.ownerId, sender.id));
  await runLetter();
  expect(await queuedMail(database.pool)).toEqual([]);
});

it('refuses the twenty-first within an hour with what to do, and keeps a trace of it', async () => {
  await sendMany(1);
  await database.pool.query("update rate_limits set hits = 20 where key like '%submissions%'");
  const refused = await problemOf(await send(21));
  expect(refused).toMatchObject({ status: 429, code: 'too_many' });
  expect(refused.message).toMatch(/^That was a lot in a short time\. Please try again in \d+ minutes?\.$/);
  await expect
    .poll(() => database.db.select().from(securityLog).where(eq(securityLog.account, sender.id)))
    .toMatchObject([{ event: 'too_many', route: '/api/businesses' }]);
});
