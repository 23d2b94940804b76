/** Tests the delivery of one mail. What the queue makes of failures is tested in send-mail.db.test.ts. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { HopelessJob, type JobRun } from '#server/jobs/bind-job.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts';
import { mailJob } from './deliver-mail.ts';

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Good morning.\n', html: '<p>Good morning.</p>' };
const jobId = '019a0000-0000-7000-8000-000000000001';

let dataDir = '';
let sink: MailSink;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alameda-mail-'));
  sink = await startMailSink();
});
afterEach(async () => {
  await sink.stop();
  await rm(dataDir, { recursive: true });
});

function run(env: Record<string, string>): JobRun {
  return {
    // The mail job needs nothing but its payload.
    db: undefined as unknown as Database,
    city: aCity(),
    env: readEnv({ SITE_URL: 'https://oakbend.example', DATA_DIR: dataDir, ...env }),
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    jobId,
    queuedAt: new Date('2026-11-21T10:00:00.123Z'),
    retryCount: 0,
  };
}
const toOutbox = (given: object) => mailJob.run({ ...mail, ...given }, run({}));
const bySmtp = (given: object, env: Record<string, string> = {}) =>
  mailJob.run({ ...mail, ...given }, run({ SMTP_URL: sink.url, ...env }));
const outbox = () => readdir(join(dataDir, 'outbox'));
const onlyMessage = async () => readFile(join(dataDir, 'outbox', (await outbox())[0] ?? ''), 'utf8');

it('writes one file a job, named by time, however often it runs', async () => {
  await toOutbox({});
  const first = await onlyMessage();
  await toOutbox({});
  expect(await outbox()).toEqual([`2026-11-21T10-00-00-123Z-${jobId}.eml`]);
  const headers = (message: string) => message.split('\r\n\r\n')[0]?.replace(/boundary="[^"]+"/, '');
  expect(headers(await onlyMessage())).toBe(headers(first));
});

it('signs every message with the town, a Message-ID of the job and the time it was queued', async () => {
  await toOutbox({});
  const message = await onlyMessage();
  expect(message).toContain('From: "Oak Bend, TX" <no-reply@oakbend.example>\r\n');
  expect(message).toContain('To: ada@example.com\r\n');
  expect(message).toContain(`Message-ID: <${jobId}@oakbend.example>\r\n`);
  expect(message).toContain('Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n');
  expect(message).toContain('Auto-Submitted: auto-generated\r\n');
  expect(message).toContain('\r\n\r\nGood morning.\r\n');
  expect(message).not.toContain('List-Unsubscribe');
});

it('keeps long links whole in the text part', async () => {
  const link = `https://oakbend.example/newsletter/unsubscribe?token=${'a1'.repeat(60)}`;
  await toOutbox({ text: `Leave:\n${link}\n` });
  expect(await onlyMessage()).toContain(`\r\n${link}\r\n`);
});

it('offers one-click unsubscribing for bulk mail', async () => {
  await toOutbox({ unsubscribeUrl: 'https://oakbend.example/newsletter/unsubscribe?token=abc' });
  const message = await onlyMessage();
  expect(message).toMatch(/List-Unsubscribe:\s+<https:\/\/oakbend\.example\/newsletter\/unsubscribe\?token=abc>\r\n/);
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
});

it('sends by SMTP, from the mailbox that MAIL_FROM names', async () => {
  await bySmtp(
    { replyTo: { name: 'Bo', address: 'bo@example.org' } },
    { MAIL_FROM: 'Town News <news@oakbend.example>' },
  );
  expect(sink.received).toMatchObject([{ from: 'news@oakbend.example', to: ['ada@example.com'] }]);
  expect(sink.received[0]?.source).toContain('From: Town News <news@oakbend.example>\r\n');
  expect(sink.received[0]?.source).toContain('Reply-To: Bo <bo@example.org>\r\n');
  expect(sink.received[0]?.source).toContain(`Message-ID: <${jobId}@oakbend.example>\r\n`);
});

it.each([
  { subject: 'Hello\r\nBcc: victim@example.org' },
  { subject: 'Hello\nBcc: victim@example.org\n\nbody' },
  { subject: 'Hello\u0085Bcc: victim@example.org\u2028' },
  { replyTo: { name: 'Bo\r\nBcc: victim@example.org', address: 'bo@example.org' } },
  { replyTo: { name: 'Bo', address: 'bo@example.org>\r\nBcc: victim@example.org' } },
  { replyTo: { name: 'Bo" <x@y.z>, "', address: 'bo@example.org' } },
])('lets nobody write headers: %j', async (given) => {
  await bySmtp(given);
  const [head = ''] = sink.received[0]?.source.split('\r\n\r\n') ?? [];
  expect(head).not.toMatch(/^bcc/im);
  expect(head.match(/^(to|cc|from|reply-to|subject):/gim)?.length).toBeLessThanOrEqual(4);
  expect(sink.received.map(({ to }) => to)).toEqual([['ada@example.com']]);
});

it.each([
  'a,b@example.com',
  'a@example.com\r\nRCPT TO:<b@example.com>',
  '"a" <a@example.com>',
  'a>b@example.com',
  'nobody',
])('writes to no such mailbox as %j', async (to) => {
  await expect(bySmtp({ to })).rejects.toThrow(HopelessJob);
  await expect(toOutbox({ to })).rejects.toThrow(HopelessJob);
  expect(sink.received).toEqual([]);
});

it.each([
  ['RCPT', 550, true],
  ['RCPT', 451, false],
  ['DATA', 554, true],
  ['DATA', 452, false],
] as const)('takes a refusal at %s with %i as final: %s', async (at, code, isFinal) => {
  sink.refusal = { at, code };
  const error = await bySmtp({}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof HopelessJob).toBe(isFinal);
});

it('takes a server that is away, or that wants another log-in, as something that passes', async () => {
  const away = await bySmtp({}, { SMTP_URL: 'smtp://127.0.0.1:1' }).catch((reason: unknown) => reason);
  expect(away).toBeInstanceOf(Error);
  expect(away).not.toBeInstanceOf(HopelessJob);
  const withLogIn = sink.url.replace('smtp://', 'smtp://user:wrong@');
  const refused = await bySmtp({}, { SMTP_URL: withLogIn }).catch((reason: unknown) => reason);
  expect(refused).toBeInstanceOf(Error);
  expect(refused).not.toBeInstanceOf(HopelessJob);
});

it('gives no mail in clear to another machine, unless told to', async () => {
  // Linux reaches this machine by it, and it is none of this machine's names.
  const elsewhere = { SMTP_URL: sink.url.replace('127.0.0.1', '0.0.0.0') };
  const before = sink.received.length;
  const refused = await bySmtp({}, elsewhere).catch((reason: unknown) => reason);
  expect(refused).toMatchObject({ code: 'ETLS' });
  expect(refused).not.toBeInstanceOf(HopelessJob);
  expect(sink.received.length).toBe(before);
  await bySmtp({}, { ...elsewhere, SMTP_TLS: 'optional' });
  expect(sink.received.length).toBe(before + 1);
});
