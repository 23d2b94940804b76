/** After a deletion no table and no queued job holds an address of the person any more. */
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { readLeaving } from '#features/leaving/server/read-leaving.ts';
import {
  auditLog,
  businesses,
  businessMessages,
  claims,
  contactMessages,
  conversationPosts,
  conversations,
  corrections,
  eventSuggestions,
  listingInvitations,
  newsletterSubscribers,
  recommendations,
  reports,
  users,
} from '#server/db/schema/index.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { mailJob } from '#server/mail/deliver-mail.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { mailedToken } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
const first = 'maria@garcia-bakery.example';
const second = 'Maria.New+town@garcia-bakery.example';
let services: Services;
let app: Hono<ApiEnv>;
let maria: User;
let browser: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  services = testServices(database);
  app = createApi(services);
  maria = await aUser(database.db, {
    username: 'maria',
    email: first,
    emailVerifiedAt: new Date(),
    passwordHash: await hashPassword(password),
  });
  browser = new TestBrowser(app).withSession(await aSession(database.db, maria.id));
});

const remove = (body: object = {}) => browser.post('/api/account/delete', { body: { password, ...body } });

/** 'table.column: value' for each text or JSON value of the database that holds one of the addresses. */
async function findAddresses(...addresses: string[]): Promise<string[]> {
  const { rows: columns } = await database.pool.query<{ schema: string; table: string; column: string }>(`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'USER-DEFINED', 'tsvector'))`);
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    for (const address of addresses) {
      const { rows } = await database.pool.query<{ text: string }>(
        `select left("${column}"::text, 300) as text from "${schema}"."${table}" where position(lower($1) in lower("${column}"::text)) > 0`,
        [address],
      );
      found.push(...rows.map(({ text }) => `${table}.${column}: ${text}`));
    }
  }
  return found;
}

/** From the first address to the second, through both mailed links. */
async function changeEmail(): Promise<void> {
  expect((await browser.post('/api/account/email', { body: { email: second, password } })).status).toBe(202);
  for (const mailbox of [first, second]) {
    const token = await mailedToken(database.db, mailbox, 'verify-email');
    expect((await new TestBrowser(app).post('/api/auth/verify-email', { body: { token } })).status).toBe(200);
  }
}

describe('the addresses of a deleted person', () => {
  it('go from everything that outlives the account', async () => {
    const { db } = database;
    await changeEmail();
    await browser.post('/api/account/email', { body: { email: 'maria.third@garcia-bakery.example', password } });
    const listing = await aBusiness(db, { ownerId: maria.id, status: 'approved', email: second.toLowerCase() });
    const other = await aBusiness(db, { ownerId: maria.id, status: 'approved', email: 'shop@garcia-bakery.example' });
    await db.insert(newsletterSubscribers).values({ email: second });
    await db.insert(corrections).values({
      ...{ businessId: other.id, field: 'email', right: `It is ${second}`, source: `${first} says so`, email: first },
      ...{ status: 'accepted', before: first, after: second },
    });
    const elsewhere = await aBusiness(db, { status: 'approved' });
    const written = { email: 'ada@example.org', text: `Not ${first}`, answer: `But ${second}`, answeredAt: new Date() };
    await db.insert(businessMessages).values([
      { businessId: elsewhere.id, name: `Maria, ${first}`, email: second.toUpperCase(), text: `Write to ${first}` },
      { businessId: elsewhere.id, name: 'Ada', ...written },
      // A message to one of her own listings, which is deleted with her.
      { businessId: other.id, name: 'Ada', ...written },
    ]);
    const recommended = { name: 'Ada', email: 'ada@example.org', status: 'shown' } as const;
    await db.insert(recommendations).values([
      { ...recommended, businessId: elsewhere.id, email: second.toUpperCase(), text: 'Good.' },
      { ...recommended, businessId: elsewhere.id, text: `Ask ${first}`, answer: 'Thanks' },
      { ...recommended, businessId: other.id, text: 'Fine.', answer: `Write to ${second}` },
    ]);
    const inviter = await aUser(db);
    await db.insert(listingInvitations).values({
      ...{ businessId: elsewhere.id, kind: 'manager', email: second, tokenHash: 'x', invitedBy: inviter.id },
      expiresAt: new Date(Date.now() + 86_400_000),
    });
    const letters = await db
      .insert(contactMessages)
      .values([
        { name: 'Maria', email: second, message: 'Hello' },
        { name: 'Ada', email: 'ada@example.org', message: `Maria is ${first}` },
      ])
      .returning();
    const text = `She reads ${second}`;
    await db.insert(conversations).values(letters.map(({ id }) => ({ id, kind: 'message' as const })));
    const said = { text, quoted: first, leftOut: [`${second} card`], mailId: first };
    await db.insert(conversationPosts).values(
      letters.flatMap(({ id }) => [
        { ...said, conversationId: id, kind: 'note' as const },
        // Maria wrote back from her own mailbox.
        { text: 'Me, too', conversationId: id, kind: 'reply' as const, fromAddress: second },
      ]),
    );
    await db.insert(reports).values({ businessId: elsewhere.id, reason: 'other', email: first, text: `Ask ${second}` });
    const porch = { title: 'Porch', location: '', category: 'community', startsAt: new Date() } as const;
    const sender = { senderName: 'Maria', senderEmail: second, description: `Ask ${first}` };
    await db.insert(eventSuggestions).values([
      { ...porch, ...sender, status: 'waiting' },
      { ...porch, ...sender, status: 'approved', decidedAt: new Date() },
    ]);
    await db.insert(claims).values({
      businessId: other.id,
      userId: maria.id,
      plan: 'standard',
      amountCents: 2500,
      status: 'rejected',
      expiresAt: new Date(),
      evidenceNote: `Write to ${first}`,
      evidencePhone: '(210) 555-0142',
      question: `Is ${first} yours?`,
    });
    const staff = await aUser(db, { role: 'staff' });
    const data = { email: [null, second], note: `wrote:\n${first}\nand <${second}>`, username: 'maria' };
    await writeAudit(db, {
      actorId: staff.id,
      action: 'business.edited',
      subjectType: 'business',
      subjectId: listing.id,
      data,
    });
    await writeAudit(db, { actorId: staff.id, action: 'user.banned', subjectType: 'user', subjectId: maria.id, data });
    const done = await enqueue(db, sendMail, { to: second, subject: 'Hi', text: 'Hello', html: 'Hello' });
    await database.pool.query("update pgboss.job set state = 'completed', output = $2 where id = $1", [
      done,
      JSON.stringify({ said: `550 <${second}> unknown` }),
    ]);
    await enqueue(db, sendMail, { to: 'staff@oakbend.example', subject: 'Review', text: `by\n${second}`, html: '' });
    expect((await findAddresses(first, second)).length).toBeGreaterThan(8);

    expect((await remove()).status).toBe(200);
    const sink = await startMailSink();
    const { rows } = await database.pool.query("select id, data, created_on from pgboss.job where name = 'send-mail'");
    const run = testServices(database, { env: { SMTP_URL: sink.url } });
    for (const { id, data: mail, created_on } of rows) {
      await mailJob.run(mail, { ...run, jobId: id, queuedAt: created_on, retryCount: 0 });
    }
    await sink.stop();
    expect(await findAddresses(first, second, 'maria.third@garcia-bakery.example')).toEqual([]);
    expect(rows.some(({ data: mail }) => mail.subject === 'Review')).toBe(true);

    expect(await db.select().from(businessMessages).orderBy(businessMessages.id)).toMatchObject([
      { businessId: elsewhere.id, name: '(erased)', email: null, text: 'Write to (erased)' },
      { businessId: elsewhere.id, name: 'Ada', email: 'ada@example.org', text: 'Not (erased)', answer: 'But (erased)' },
    ]);
    expect(await db.select().from(recommendations).orderBy(recommendations.id)).toMatchObject([
      { businessId: elsewhere.id, email: 'ada@example.org', text: 'Ask (erased)', answer: 'Thanks' },
      { businessId: other.id, email: 'ada@example.org', text: 'Fine.', answer: null },
    ]);
    expect(await db.select().from(contactMessages)).toMatchObject([{ name: 'Ada', message: 'Maria is (erased)' }]);
    expect(await db.select().from(conversationPosts)).toMatchObject([
      { kind: 'note', text: 'She reads (erased)', quoted: '(erased)', leftOut: ['(erased) card'], mailId: null },
    ]);
    expect(await db.select().from(eventSuggestions)).toMatchObject([{ status: 'approved', senderName: '(erased)' }]);
    const [kept] = await db.select().from(businesses).where(eq(businesses.id, other.id));
    expect(kept?.email).toBe('shop@garcia-bakery.example');
    const [edit] = await db.select().from(auditLog).where(eq(auditLog.subjectId, listing.id));
    expect(edit?.data).toMatchObject({ email: [null, '(erased)'], note: 'wrote:\n(erased)\nand <(erased)>' });
    const about = await db.select().from(auditLog).where(eq(auditLog.subjectId, maria.id));
    expect(JSON.stringify(about)).not.toContain('"username"');
  });

  it('are not taken for parts of longer ones', async () => {
    const longer = [
      'anna-maria@garcia-bakery.example',
      'maria@garcia-bakery.example.org',
      'x.maria@garcia-bakery.example',
    ];
    const subject = { subjectType: 'user', subjectId: crypto.randomUUID() };
    await writeAudit(database.db, {
      ...{ actorId: null, by: 'deleted' as const },
      action: 'business.edited',
      ...subject,
      data: { longer, own: [first] },
    });
    expect((await remove()).status).toBe(200);
    const [row] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.edited'));
    expect(row?.data).toEqual({ longer, own: ['(erased)'] });
  });

  it('stay where they were asked to: on listings, and with the newsletter', async () => {
    const listing = await aBusiness(database.db, { ownerId: maria.id, status: 'approved', email: first });
    await database.db.insert(newsletterSubscribers).values({ email: first });
    const leaving = await browser.get('/api/account/leaving');
    expect(await leaving.json()).toMatchObject({ contactListings: [listing.name], newsletter: true });
    expect((await remove({ keepContactEmail: true, keepNewsletter: true })).status).toBe(200);
    const [row] = await database.db.select().from(businesses).where(eq(businesses.id, listing.id));
    expect(row?.email).toBe(first);
    expect(await database.db.$count(newsletterSubscribers)).toBe(1);
    const found = (await findAddresses(first)).map((text) => text.split(':')[0]);
    expect(found.toSorted()).toEqual([
      'businesses.email',
      // The address stays until the farewell mail is sent.
      'job.data',
      'job_common.data',
      'newsletter_subscribers.email',
    ]);
  });

  it('of a neighbor, typed into the form, change nothing for the neighbor', async () => {
    const { db } = database;
    const neighbor = await aUser(db, { email: 'neighbor@example.com' });
    await writeAudit(db, {
      actorId: maria.id,
      action: 'account.email-change-asked',
      subjectType: 'user',
      subjectId: maria.id,
      data: { email: neighbor.email },
    });
    const about = {
      actorId: null,
      by: 'deleted' as const,
      action: 'business.edited',
      subjectType: 'user',
      subjectId: neighbor.id,
    };
    await writeAudit(db, { ...about, data: { email: neighbor.email } });
    await enqueue(db, sendMail, { to: neighbor.email, subject: 'Yours', text: '', html: '' });
    await db.insert(newsletterSubscribers).values({ email: neighbor.email });
    expect((await remove()).status).toBe(200);
    const [row] = await db.select().from(auditLog).where(eq(auditLog.action, 'business.edited'));
    expect(row?.data).toEqual({ email: neighbor.email });
    const jobs = await database.pool.query("select from pgboss.job where data ->> 'subject' = 'Yours'");
    expect(jobs.rowCount).toBe(1);
    expect(await db.$count(newsletterSubscribers)).toBe(1);
  });

  it('if unconfirmed leave the newsletter alone: it may be somebody else who reads it', async () => {
    await database.db.update(users).set({ emailVerifiedAt: null });
    await database.db.insert(newsletterSubscribers).values({ email: first });
    expect((await remove()).status).toBe(200);
    expect(await database.db.$count(newsletterSubscribers)).toBe(1);
  });
});

it('is told by a last mail to the mailbox, of which the queue keeps nothing', async () => {
  expect((await remove()).status).toBe(200);
  const { rows } = await database.pool.query("select data from pgboss.job where name = 'send-mail'");
  expect(rows).toMatchObject([
    { data: { to: first, subject: expect.stringMatching(/^Your account for .* is deleted$/) } },
  ]);
});

it('signs a page out that asks what a deletion would end while it happens', async () => {
  const { id } = await aUser(database.db);
  await database.db.delete(users).where(eq(users.id, id));
  await expect(readLeaving(testServices(database), id)).rejects.toMatchObject({ code: 'signed_out' });
});
