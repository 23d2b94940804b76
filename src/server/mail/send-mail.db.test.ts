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
import { sealQueuedMails } from './seal-queued-mails.ts';
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

it('keeps the tokens of links out of the queue and its dead letters, whichever release queued them', async () => {
  const token = 'Q7h-_x'.repeat(7);
  const link = `http://oakbend.example/verify-email?token=${token}`;
  const mail = {
    ...{ to: 'ada@example.com', subject: 'Hello', unsubscribeUrl: `${link}0` },
    ...{ text: `Open:\n${link}\n`, html: `<a href="${link}">Open</a>` },
  };
  sink.refusal = { at: 'RCPT', code: 550 };
  await enqueue(database.db, sendMail, mail);
  await until(async () => (await count(deadLetters, 'created')) === 1);
  await database.pool.query(
    `insert into pgboss.job (name, data) select 'send-mail', $1::jsonb from pgboss.queue where name = 'send-mail'`,
    [JSON.stringify({ ...mail, to: 'bo@example.com' })],
  );
  await sealQueuedMails(database.db);
  const { rows } = await database.pool.query('select to_jsonb(job)::text as row from pgboss.job');
  expect(rows).toHaveLength(3);
  for (const { row } of rows) expect(row).not.toContain(token);
  sink.refusal = undefined;
  await enqueue(database.db, sendMail, mail);
  await until(() => sink.received.some(({ to }) => to.includes('ada@example.com')));
  const source = sink.received.find(({ to }) => to.includes('ada@example.com'))?.source;
  expect(source).toContain(`\r\n${link}\r\n`);
  expect(source).toContain(`<${link}0>`);
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
