/** Sends the newsletter through a real mail server: readers who get it, readers who do not, and refused mails. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIssue } from '#features/newsletter/server/issues/start-issue.ts';
import { newsletterClock } from '#features/newsletter/server/sending/newsletter-jobs.ts';
import {
  newsletterClockJob,
  sendNewsletterJob,
  wakeIssues,
} from '#features/newsletter/server/sending/send-newsletter-job.ts';
import { sendSlice } from '#features/newsletter/server/sending/send-slice.ts';
import { addressHash, suppress } from '#features/newsletter/server/suppress.ts';
import { newsletterIssues, newsletterSubscribers } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { runJobs } from '#server/jobs/run-jobs.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { anIssue, readers } from '#tests/factories/an-issue.ts';
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { skippedPauses } from '#tests/support/skipped-pauses.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
let sink: MailSink;
let services: Services;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  sink = await startMailSink();
  services = testServices(database, { env: { SMTP_URL: sink.url } });
  await database.pool.query('insert into newsletter_settings (id, mails_per_minute) values (1, 60000)');
});
afterEach(() => sink.stop());

async function send(issueId: string, { sliceMs = 60_000, silenceMs = 20_000 } = {}): Promise<void> {
  const mailer = openMailer(services.env, { isBulk: true, silenceMs });
  try {
    await sendSlice(services, { issueId, mailer, sliceMs });
  } finally {
    mailer.close();
  }
}

async function started(given: Parameters<typeof anIssue>[1] = {}): Promise<string> {
  const { id } = await anIssue(database.db, { status: 'scheduled', scheduledAt: new Date(), ...given });
  await startIssue(services, id);
  return id;
}

const issueOf = async (id: string) =>
  (await database.db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)))[0];

/** Keyed by address, in their order. */
async function rows(issueId: string): Promise<Record<string, { status: string; attempts: number; answer: string }>> {
  const found = await database.db.execute<{ email: string; status: string; attempts: number; answer: string }>(sql`
    select coalesce(split_part(s.email, '@', 1), 'erased') as email, r.status, r.attempts, coalesce(r.answer, '') as answer
    from newsletter_recipients r left join newsletter_subscribers s on s.id = r.subscriber_id
    where r.issue_id = ${issueId} order by 1`);
  return Object.fromEntries(found.rows.map(({ email, ...row }) => [email, row]));
}

/** Ends the waiting time of all queued recipients. */
const waitOver = () =>
  database.pool.query("update newsletter_recipients set next_attempt_at = now() where status = 'queued'");

const receivers = () => sink.received.flatMap(({ to }) => to).toSorted();

it('sends to 500 readers, to each once, over one connection', async () => {
  await readers(database.db, 500);
  const id = await started({ subject: 'This week' });
  await send(id, { sliceMs: 60_000 });
  expect(new Set(receivers()).size).toBe(500);
  expect(sink.received).toHaveLength(500);
  expect(await issueOf(id)).toMatchObject({ status: 'sent', trouble: null });

  const { source = '', to } = sink.received[0] ?? {};
  const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1] ?? '';
  expect(header('Subject')).toBe('This week');
  expect(header('Content-Type')).toContain('multipart/alternative');
  expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(source).toContain('PO Box 100, San Antonio, TX 78200');
  expect(source).toContain('http://oakbend.example/newsletter/archive/');
  expect(source).not.toMatch(/%%\w+%%/);

  // One click of the mail program, without a cookie or a token.
  const link = new URL(/<(.+)>/.exec(header('List-Unsubscribe').replace(/\s/g, ''))?.[1] ?? '');
  const browser = new TestBrowser(testSite(services));
  const clicked = await browser.request('POST', link.pathname + link.search, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(clicked.status).toBe(200);
  const left = await database.db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.status, 'unsubscribed'));
  expect(left.map(({ email }) => email)).toEqual(to);
  const { rows: counted } = await database.pool.query(
    'select count(*)::int as n from newsletter_recipients where unsubscribed_at is not null',
  );
  expect(counted).toEqual([{ n: 1 }]);
}, 90_000);

it('writes only to those who want one of its topics, have not left and are not suppressed', async () => {
  const reader = (name: string, given: Partial<typeof newsletterSubscribers.$inferInsert> = {}) =>
    readers(database.db, 1, { email: `${name}@mail.example.com`, ...given });
  await reader('both');
  await reader('events', { topics: ['community-events'] });
  await reader('business', { topics: ['business-news'] });
  await reader('pending', { status: 'pending' });
  await reader('left', { status: 'unsubscribed' });
  await reader('Bounced');
  await suppress(database.db, await addressHash(database.db), { email: 'bounced@MAIL.example.com', reason: 'bounced' });
  const id = await started({ topics: ['business-news'] });
  await send(id);
  expect(receivers()).toEqual(['both@mail.example.com', 'business@mail.example.com']);
});

it('does not write to whoever leaves, is suppressed or erased while it runs', async () => {
  const [leaves = '', , erased = ''] = await readers(database.db, 4);
  const id = await started();
  await database.db
    .update(newsletterSubscribers)
    .set({ status: 'unsubscribed' })
    .where(eq(newsletterSubscribers.id, leaves));
  await suppress(database.db, await addressHash(database.db), {
    email: 'reader-2@mail.example.com',
    reason: 'complained',
  });
  await database.db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, erased));
  await send(id);
  expect(receivers()).toEqual(['reader-4@mail.example.com']);
  expect(await rows(id)).toMatchObject({
    'reader-1': { status: 'suppressed' },
    'reader-2': { status: 'suppressed' },
    erased: { status: 'suppressed' },
    'reader-4': { status: 'sent' },
  });
  expect(await issueOf(id)).toMatchObject({ status: 'sent' });
});

describe('a mail server that refuses', () => {
  it('is asked again later after 421, 450 and silence, and gets the same Message-ID', async () => {
    await readers(database.db, 4);
    const refusals: Record<string, ReturnType<MailSink['refusalOf']>> = {
      'reader-1@mail.example.com': { at: 'RCPT', code: 421 },
      'reader-2@mail.example.com': { at: 'DATA', code: 450 },
      'reader-3@mail.example.com': 'silence',
    };
    sink.refusalOf = (to) => refusals[to];
    const id = await started();
    await send(id, { silenceMs: 3000 });
    expect(await rows(id)).toMatchObject({
      'reader-1': { status: 'queued', attempts: 1 },
      'reader-2': { status: 'queued', attempts: 1 },
      'reader-3': { status: 'queued', attempts: 1 },
      'reader-4': { status: 'sent', attempts: 1 },
    });
    expect(await issueOf(id)).toMatchObject({ status: 'sending' });
    sink.refusalOf = () => undefined;
    await waitOver();
    await send(id);
    expect(Object.values(await rows(id)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(receivers()).toHaveLength(4);
    expect(await issueOf(id)).toMatchObject({ status: 'sent' });
    const { rows: recipients } = await database.pool.query<{ id: string }>('select id from newsletter_recipients');
    const ids = sink.received.map(({ source }) => /^Message-ID: <(.+)@/im.exec(source)?.[1]).toSorted();
    expect(ids).toEqual(recipients.map((row) => row.id).toSorted());
  });

  it('gives up after eight tries', async () => {
    await readers(database.db, 1);
    sink.refusalOf = () => ({ at: 'RCPT', code: 450 });
    const id = await started();
    for (let n = 0; n < 8; n++) {
      await waitOver();
      await send(id);
    }
    expect(await rows(id)).toMatchObject({ 'reader-1': { status: 'failed', attempts: 8 } });
    expect(await issueOf(id)).toMatchObject({ status: 'sent' });
  });

  it('suppresses who does not exist, and only them', async () => {
    await readers(database.db, 4);
    const answers: Record<string, ReturnType<MailSink['refusalOf']>> = {
      'reader-1@mail.example.com': { at: 'RCPT', code: 550, text: '5.1.1 reader-1@mail.example.com is unknown' },
      'reader-2@mail.example.com': { at: 'RCPT', code: 550, text: '5.7.1 your address is on a block list' },
      'reader-3@mail.example.com': { at: 'DATA', code: 554, text: 'this looks like spam' },
    };
    sink.refusalOf = (to) => answers[to];
    const id = await started();
    await send(id);
    expect(await rows(id)).toMatchObject({
      'reader-1': { status: 'failed', answer: '550 5.1.1 (address) is unknown' },
      'reader-2': { status: 'failed' },
      'reader-3': { status: 'failed' },
      'reader-4': { status: 'sent' },
    });
    sink.refusalOf = () => undefined;
    sink.received.length = 0;
    const next = await started();
    await send(next);
    expect(receivers()).toEqual([2, 3, 4].map((n) => `reader-${n}@mail.example.com`));
    const { rows: held } = await database.pool.query('select reason, detail from newsletter_suppressions');
    expect(held).toEqual([{ reason: 'refused', detail: '550 5.1.1 (address) is unknown' }]);
  });

  it('with more than 5 of the last 100 pauses the issue and tells staff; resumed, it counts anew', async () => {
    await readers(database.db, 40);
    sink.refusalOf = (to) => (/-[1-9]@/.test(to) ? { at: 'RCPT', code: 550 } : undefined);
    const id = await started({ subject: 'Old addresses' });
    await send(id);
    expect(await issueOf(id)).toMatchObject({
      status: 'paused',
      trouble: expect.stringMatching(/^6 of the last \d+ /),
    });
    const mails = await queuedMail(database.pool);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['hello@oakbend.example', 'The newsletter is paused: Old addresses'],
    ]);
    const before = sink.received.length;
    await send(id);
    expect(sink.received).toHaveLength(before);

    await database.db
      .update(newsletterIssues)
      .set({ status: 'sending', resumedAt: new Date() })
      .where(eq(newsletterIssues.id, id));
    await send(id);
    expect(await issueOf(id)).toMatchObject({ status: 'sent', trouble: null });
    expect(receivers()).toHaveLength(31);
  });

  it('that is away costs nobody a try, and says so to staff', async () => {
    await readers(database.db, 3);
    const id = await started();
    await sink.stop();
    await send(id);
    expect(await issueOf(id)).toMatchObject({ status: 'sending', trouble: expect.stringContaining('ECONNREFUSED') });
    expect(Object.values(await rows(id)).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    sink = await startMailSink(Number(new URL(sink.url).port));
    await waitOver();
    await send(id);
    expect(await issueOf(id)).toMatchObject({ status: 'sent', trouble: null });
    expect(receivers()).toHaveLength(3);
  });
});

it('keeps the pace that staff have set', async () => {
  await readers(database.db, 8);
  const id = await started();
  await database.pool.query('update newsletter_settings set mails_per_minute = 600, next_slot_at = now()');
  const now = new Date();
  services = { ...services, now: () => now };
  // With a clock that stands, each pause lasts until its mail's own time.
  const times = skippedPauses();
  await send(id, { sliceMs: 60_000 });
  expect(sink.received).toHaveLength(8);
  // The ninth is for the look that finds nobody left.
  expect(times).toHaveLength(9);
  // One every 100 ms; a busy machine takes longer, never shorter.
  for (const [n, time] of times.entries()) if (n > 0) expect(time - (times[n - 1] ?? 0)).toBeGreaterThanOrEqual(100);
});

it('begins what is scheduled once its time has come', async () => {
  await readers(database.db, 1);
  const later = await anIssue(database.db, { status: 'scheduled', scheduledAt: new Date(Date.now() + 60_000) });
  const due = await anIssue(database.db, { status: 'scheduled', scheduledAt: new Date(Date.now() - 1000) });
  await Promise.all([wakeIssues(services), wakeIssues(services)]);
  expect(await issueOf(later.id)).toMatchObject({ status: 'scheduled' });
  expect(await issueOf(due.id)).toMatchObject({ status: 'sending' });
  const { rows: queued } = await database.pool.query("select data from pgboss.job where name = 'send-newsletter'");
  expect(queued).toEqual([{ data: { issueId: due.id } }]);
});

it('is done by the worker, from its time on to the last reader, one slice after the other', async () => {
  await readers(database.db, 22);
  // More than one slice of four seconds has room for.
  await database.pool.query('update newsletter_settings set mails_per_minute = 300');
  const { id } = await anIssue(database.db, { status: 'scheduled', scheduledAt: new Date(Date.now() - 1000) });
  await enqueue(database.db, newsletterClock, {});
  const work = { jobs: [sendNewsletterJob, newsletterClockJob], schedules: [] };
  const worker = await runJobs(database.url, services, work);
  try {
    await vi.waitFor(async () => expect(await issueOf(id)).toMatchObject({ status: 'sent' }), {
      timeout: 40_000,
      interval: 100,
    });
  } finally {
    await worker.stop(5000);
  }
  expect(new Set(receivers()).size).toBe(22);
  expect(sink.received).toHaveLength(22);
}, 60_000);
