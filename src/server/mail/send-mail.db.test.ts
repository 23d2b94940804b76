/** Follows a mail from commit to mail server, and back to the queue when the server refuses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadLetters } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type RunningJobs, runJobs } from '#server/jobs/run-jobs.ts';
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { mailJob } from './deliver-mail.ts';
import { sendMail } from './send-mail.ts';

const database = testDatabase();
let sink: MailSink;
let worker: RunningJobs;
beforeEach(async () => {
  await database.pool.query('truncate pgboss.job');
  sink = await startMailSink();
  worker = await runJobs(database.url, testServices(database, { env: { SMTP_URL: sink.url } }), {
    // The real job with shorter retries.
    jobs: [{ ...mailJob, job: { ...mailJob.job, queue: { ...sendMail.queue, retryDelay: 1, retryDelayMax: 1 } } }],
    schedules: [],
  });
});
afterEach(async () => {
  await worker.stop(1000);
  await sink.stop();
});

const queueMail = (to = 'ada@example.com') =>
  enqueue(database.db, sendMail, { to, subject: 'Hello', text: 'Good morning.\n', html: '<p>Good morning.</p>' });
const until = (check: () => unknown) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout: 12_000, interval: 20 });
const count = async (name: string, state: string) =>
  (await database.pool.query('select id from pgboss.job where name = $1 and state = $2', [name, state])).rowCount;

it('sends a queued mail once', async () => {
  const jobId = await queueMail();
  await until(() => sink.received.length === 1);
  await until(async () => (await count('send-mail', 'completed')) === 1);
  await sleep(300);
  expect(sink.received).toHaveLength(1);
  expect(sink.received[0]?.source).toContain(`Message-ID: <${jobId}@oakbend.example>`);
});

it('waits for a mail server that is away', async () => {
  const port = Number(new URL(sink.url).port);
  await sink.stop();
  await queueMail();
  await until(async () => (await count('send-mail', 'retry')) === 1);
  sink = await startMailSink(port);
  await until(() => sink.received.length === 1);
});

it('tries again after 4xx and gives up after 5xx', async () => {
  sink.refusal = { at: 'RCPT', code: 450 };
  await queueMail();
  await until(async () => (await count('send-mail', 'retry')) === 1);
  sink.refusal = undefined;
  await until(() => sink.received.length === 1);

  sink.refusal = { at: 'RCPT', code: 550 };
  await queueMail('gone@example.com');
  await until(async () => (await count(deadLetters, 'created')) === 1);
  sink.refusal = undefined;
  await sleep(2500);
  expect(sink.received.map(({ to }) => to)).toEqual([['ada@example.com']]);
});
