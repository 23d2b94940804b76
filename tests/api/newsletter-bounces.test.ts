/** Newsletters that come back to the address in their envelope, and readers who call them spam: each is noted at its reader. */
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { startIssue } from '#features/newsletter/server/issues/start-issue.ts';
import { sendSlice } from '#features/newsletter/server/sending/send-slice.ts';
import type { Subscriber } from '#features/newsletter/subscribers-contract.ts';
import { newsletterRecipients, newsletterSubscribers, newsletterSuppressions } from '#server/db/schema/index.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { readReplyToken, replyAddress, tokensIn } from '#server/mail/reply-address.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anIssue, readers } from '#tests/factories/an-issue.ts';
import { only } from '#tests/support/found.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const [secret, pattern] = ['a-secret-of-the-service', 'reply+*@in.oakbend.example'];
let app: ReturnType<typeof createApi>;
let staff: TestBrowser;
let recipientId = '';

beforeEach(async () => {
  app = createApi(testServices(database, { env: { INBOUND_ADDRESS: pattern, INBOUND_MAIL_SECRET: secret } }));
  const stella = await aUser(database.db, { role: 'staff', emailVerifiedAt: new Date() });
  staff = new TestBrowser(app).withSession(await aSession(database.db, stella.id));
  const { id: issueId } = await anIssue(database.db);
  const [subscriberId = ''] = await readers(database.db, 1);
  const row = { issueId, subscriberId, status: 'sent', finishedAt: new Date() } as const;
  recipientId = only(await database.db.insert(newsletterRecipients).values(row).returning(), 'recipient').id;
});

const failed = (status: string, said: string, action = 'failed') =>
  report('delivery-status', 'message/delivery-status', [
    ...['Reporting-MTA: dns; mx.example.com', '', 'Final-Recipient: rfc822; reader-1@mail.example.com'],
    ...[`Action: ${action}`, `Status: ${status}`, `Diagnostic-Code: smtp; ${said}`],
  ]);
const complaint = (kind: string) =>
  report('feedback-report', 'message/feedback-report', [`Feedback-Type: ${kind}`, 'Version: 1', 'User-Agent: x/1']);

function report(type: string, part: string, lines: string[]): string[] {
  const head = [`Content-Type: multipart/report; report-type=${type}; boundary=x`, 'MIME-Version: 1.0'];
  const words = ['--x', 'Content-Type: text/plain', '', 'This mail could not be delivered.'];
  const copy = ['--x', 'Content-Type: text/rfc822-headers', '', 'Subject: News', '--x--'];
  return [...head, '', ...words, '--x', `Content-Type: ${part}`, '', ...lines, '', ...copy];
}

async function post(lines: string[], to?: string): Promise<string> {
  const address = to ?? (await replyAddress(database.db, pattern, { id: recipientId, side: 'bounce' }));
  const raw = ['From: MAILER-DAEMON@mx.example.com', `To: ${address}`, 'Subject: Undelivered', ...lines].join('\r\n');
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');
  const headers = { 'x-inbound-signature': `t=${time},v1=${signature}` };
  const response = await app.request('/api/inbound-mail', { method: 'POST', headers, body: raw });
  return (await answerOf<{ result: string }>(response)).result;
}
const shown = async () =>
  only(await answerOf<Subscriber[]>(await staff.get('/api/staff/newsletter/subscribers')), 'reader');
const recipient = async () => only(await database.db.select().from(newsletterRecipients), 'recipient');

it('names each reader in its envelope where the site takes mail, and only there', async () => {
  const sink = await startMailSink();
  const { db, pool } = database;
  await db.delete(newsletterSubscribers);
  await readers(db, 2);
  await pool.query('insert into newsletter_settings (id, mails_per_minute) values (1, 60000)');
  async function sentWith(env: Record<string, string>): Promise<string> {
    const services = testServices(database, { env: { SMTP_URL: sink.url, ...env } });
    const { id } = await anIssue(db, { status: 'scheduled', scheduledAt: new Date() });
    await startIssue(services, id);
    const mailer = openMailer(services.env, { isBulk: true });
    await sendSlice(services, { issueId: id, mailer, sliceMs: 60_000 });
    mailer.close();
    return id;
  }
  try {
    await sentWith({});
    expect(sink.received.map(({ from }) => from)).toEqual(['no-reply@oakbend.example', 'no-reply@oakbend.example']);
    sink.received.length = 0;
    const issueId = await sentWith({ INBOUND_ADDRESS: pattern });
    const own = await db
      .select({ id: newsletterRecipients.id, email: newsletterSubscribers.email })
      .from(newsletterRecipients)
      .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterRecipients.subscriberId))
      .where(eq(newsletterRecipients.issueId, issueId));
    expect(own).toHaveLength(2);
    for (const { id, email } of own) {
      const mail = sink.received.find(({ to }) => to.includes(email));
      const [token = ''] = tokensIn([mail?.from ?? ''], pattern);
      expect(await readReplyToken(db, token)).toEqual({ id, side: 'bounce' });
      expect(mail?.source).toMatch(/^From: .+<no-reply@oakbend\.example>/m);
    }
  } finally {
    await sink.stop();
  }
});

describe('a newsletter that came back', () => {
  it.each([
    ['5.1.1', '550 5.1.1 <reader-1@mail.example.com>: no such user'],
    ['5.0.0', '550 5.1.10 recipient not found'],
    ['5.2.1', '550 account closed'],
  ])('from a mailbox that is not there (%s %s) ends the mails to it; staff see why, and may again', async (...said) => {
    expect(await post(failed(...said))).toBe('kept');
    expect(await post(failed(...said))).toBe('kept');
    const reader = await shown();
    expect(reader).toMatchObject({ state: 'suppressed', reason: 'bounced', suppressedAt: expect.any(String) });
    expect(reader.detail).toContain(said[1].replace(/<.*>/, '<(address)>'));
    expect(await recipient()).toMatchObject({ status: 'failed', answer: expect.stringContaining('Came back: 5.') });
    const body = { suppressed: false };
    await staff.write('PUT', `/api/staff/newsletter/subscribers/${reader.id}/suppressed`, { body });
    expect(await shown()).toMatchObject({ state: 'subscribed', reason: null, detail: null, suppressedAt: null });
  });

  it.each([
    ['5.7.1', '554 5.7.1 refused by policy'],
    ['5.2.2', '552 5.2.2 mailbox full'],
    ['5.0.0', '554 something'],
    ['', 'no words'],
  ])('for another reason (%s %s) is only noted', async (status, said) => {
    expect(await post(failed(status, said))).toBe('kept');
    expect(await shown()).toMatchObject({ state: 'subscribed' });
    expect(await recipient()).toMatchObject({ status: 'failed', answer: expect.stringContaining(said) });
  });

  it('is not yet decided on while it is delayed', async () => {
    expect(await post(failed('4.4.1', 'no answer', 'delayed'))).toBe('kept');
    expect([(await shown()).state, (await recipient()).status]).toEqual(['subscribed', 'sent']);
  });
});

it('a reader who calls it spam gets no more, and one who says that it is none does', async () => {
  expect(await post(complaint('not-spam'))).toBe('automatic');
  expect((await shown()).state).toBe('subscribed');
  expect(await post(complaint('abuse'))).toBe('kept');
  expect(await shown()).toMatchObject({ state: 'suppressed', reason: 'complained' });
});

it('a report to no reader, to a changed address, or after the reader is gone changes nothing', async () => {
  const lines = failed('5.1.1', 'no such user');
  const address = await replyAddress(database.db, pattern, { id: recipientId, side: 'bounce' });
  const changed = address.replace(/(.)(?=@)/, (letter) => (letter === 'a' ? 'b' : 'a'));
  const other = await replyAddress(database.db, pattern, { id: recipientId, side: 'person' });
  for (const to of [changed, other, 'reply@in.oakbend.example']) expect(await post(lines, to), to).toBe('automatic');
  // An answer of a program that reports nothing, such as a note of absence.
  expect(await post(['Auto-Submitted: auto-replied', '', 'I am away'])).toBe('automatic');
  expect((await shown()).state).toBe('subscribed');
  await database.db.delete(newsletterSubscribers);
  expect(await post(lines)).toBe('unknown');
  expect(await database.db.select().from(newsletterSuppressions)).toEqual([]);
  await database.db.delete(newsletterRecipients).where(eq(newsletterRecipients.id, recipientId));
  expect(await post(lines)).toBe('unknown');
});
