/** Checks that ask the database: clock, queue, mails, webhooks, staff, made-up content. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type Env, isOnThisMachine } from '#server/env.ts';
import { deadLetters } from '#server/jobs/define-job.ts';
import { readWaitingMails, type WaitingMails } from '#server/mail/waiting-mails.ts';
import { foreignKey, hasForeignKey } from '#server/site-secret.ts';
import { readRefusedWebhook } from '#server/stripe/refused-webhook.ts';
import { factorPurpose, isSealed, unseal } from '#server/vault.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { type Check, note, right, wrong } from './check.ts';
import { describeDatabaseTrouble } from './database-trouble.ts';
import { checkPasskeys } from './passkey-check.ts';

const maxClockGapMs = 5_000;
const maxWaitingSeconds = (10 * minuteMs) / 1000;
const failedWithinDays = 7;
const maxFactorsTried = 1_000;

interface Facts extends Record<string, unknown> {
  now: Date;
  oldestSeconds: number | null;
  failedMails: number;
  failedJobs: number;
  lastMail: Date | null;
  lastFailedMail: Date | null;
  lastEvent: Date | null;
  waitingEvents: number;
  administrators: number;
  sampleRows: number;
}

async function readFacts(db: Database): Promise<Facts | undefined> {
  const failed = sql`from pgboss.job where name = ${deadLetters} and state = 'created' and created_on > now() - make_interval(days => ${failedWithinDays})`;
  const { rows } = await db.execute<Facts>(sql`
    select clock_timestamp() as now,
      (select extract(epoch from now() - min(start_after))::float from pgboss.job
        where state in ('created', 'retry') and start_after <= now() and name <> ${deadLetters}) as "oldestSeconds",
      (select count(*)::int ${failed} and source_name = 'send-mail') as "failedMails",
      (select max(created_on) ${failed} and source_name = 'send-mail') as "lastFailedMail",
      (select count(*)::int ${failed} and source_name is distinct from 'send-mail') as "failedJobs",
      (select max(completed_on) from pgboss.job where name = 'send-mail' and state = 'completed') as "lastMail",
      (select max(received_at) from stripe_events where not is_caught_up) as "lastEvent",
      (select count(*)::int from stripe_events where processed_at is null and received_at < now() - interval '10 minutes')
        as "waitingEvents",
      (select count(*)::int from users where 'administrator' = any (rights) and banned_at is null) as administrators,
      (select count(*)::int from sample_rows) as "sampleRows"`);
  return rows[0];
}

const times = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

async function checkKey(db: Database, env: Env): Promise<Check[]> {
  if (await hasForeignKey(db)) return [wrong('Key', `${foreignKey(env)}.`)];
  const { rows } = await db.execute<{ id: string; stored: string }>(
    sql`select id, totp_secret as stored from users where totp_secret is not null limit ${maxFactorsTried}`,
  );
  const lost = rows.filter(({ id, stored }) => isSealed(stored) && unseal(stored, factorPurpose(id)) === null).length;
  if (lost === 0) return [];
  const what = times(lost, 'authenticator app is', 'authenticator apps are');
  return [
    wrong(
      'Key',
      `${what} of no use: secret.key in DATA_DIR is not the file with which they were set up. Put that one back and start the site again; or npm run staff -- remove-factors EMAIL lets a person in by password.`,
    ),
  ];
}

export const checkStaff = (administrators: number): Check =>
  administrators > 0
    ? right('Staff', `${times(administrators, 'administrator')}.`)
    : wrong('Staff', 'There is no administrator: npm run staff -- add EMAIL --username NAME makes one.');

/** @param now this machine's clock */
export async function checkDatabase(db: Database | null, env: Env, now: () => Date): Promise<Check[]> {
  if (db === null)
    return [
      wrong(
        'Database',
        `There is none in ${env.dataDir} (DATA_DIR). If the site uses another DATA_DIR, set it here, too. npm start would make a new site.`,
      ),
    ];
  const askedAt = now().getTime();
  let facts: Facts | undefined;
  let passkeys: Check[];
  let waiting: WaitingMails | null;
  try {
    facts = await readFacts(db);
    waiting = await readWaitingMails(db);
    passkeys = await checkPasskeys(db, env);
  } catch (error) {
    return [wrong('Database', describeDatabaseTrouble(error, env.databaseUrl))];
  }
  if (facts === undefined) return [wrong('Database', 'It does not answer.')];
  const gapMs = Math.abs(new Date(facts.now).getTime() - (askedAt + now().getTime()) / 2);
  return [
    right('Database', 'It answers, with the tables of this release.'),
    gapMs > maxClockGapMs
      ? wrong(
          'Clock',
          `This machine and the database differ by ${Math.round(gapMs / 1000)} s. Turn time synchronization on.`,
        )
      : right('Clock', 'This machine and the database agree.'),
    checkQueue(facts),
    checkSentMail(facts, waiting, { env, now: now() }),
    await checkWebhooks(facts, env, now()),
    checkStaff(facts.administrators),
    checkSample(facts, env),
    ...(await checkKey(db, env)),
    ...passkeys,
  ];
}

function checkQueue({ oldestSeconds, failedJobs }: Facts): Check {
  const name = 'Queue';
  if (oldestSeconds !== null && oldestSeconds > maxWaitingSeconds) {
    const minutes = Math.round(oldestSeconds / 60);
    return wrong(
      name,
      `The oldest job has waited for ${minutes} minutes. Is the worker running? Look at the site's log.`,
    );
  }
  return failedJobs > 0
    ? note(
        name,
        `${times(failedJobs, 'job')} failed for good in ${failedWithinDays} days. The log says why; Staff → Billing has those about money.`,
      )
    : right(name, 'No job waits too long, and none has failed.');
}

function checkSentMail(
  { failedMails, lastMail, lastFailedMail }: Facts,
  waiting: WaitingMails | null,
  { env: { smtpUrl }, now }: { env: Env; now: Date },
): Check {
  const name = 'Sent mail';
  // Without a mail server nothing goes out, as the mail settings say.
  const [went, gone] = smtpUrl === undefined ? ['was written to the outbox', 'been written'] : ['went out', 'gone out'];
  const when = lastMail ? `The last one ${went} ${describeAge(lastMail, now)}.` : `None has ${gone} in the last days.`;
  if (failedMails === 0 && waiting === null) return right(name, `No mail has failed. ${when}`);
  // A mistyped address fails alone; a mail server that takes nothing lets no later one through.
  const refused = [lastFailedMail, waiting?.newest].flatMap((at) => (at ? [new Date(at).getTime()] : []));
  const isGoingOn = lastMail !== null && new Date(lastMail).getTime() > Math.max(...refused);
  const failed = `${times(failedMails, 'mail')} could not be delivered in ${failedWithinDays} days. Staff → Settings → Failed mails names them and says why.`;
  const texts = [waiting && describeWaiting(waiting, now), failedMails > 0 && failed, when];
  const text = texts.filter(Boolean).join(' ');
  return { ...(isGoingOn ? note(name, text) : wrong(name, text)), page: '/staff/failed-mails' };
}

function describeWaiting({ count, since, tries, said }: WaitingMails, now: Date): string {
  const words = said ? `: ${said.replace(/\.$/, '')}` : '';
  return `${times(count, 'mail waits', 'mails wait')}, the oldest queued ${describeAge(since, now)}, refused ${times(tries, 'time')}${words}. Each is tried again for three days.`;
}

async function checkWebhooks(
  { lastEvent, waitingEvents }: Facts,
  { stripe, siteUrl, dataDir }: Env,
  now: Date,
): Promise<Check> {
  const name = 'Webhooks';
  if (waitingEvents > 0)
    return wrong(name, `${times(waitingEvents, 'event')} of Stripe waited for more than 10 minutes.`);
  if (stripe === undefined) return note(name, 'Nothing to check: there are no Stripe keys.');
  if (stripe.apiBase !== undefined)
    return note(name, 'Nothing to check: the payment sandbox answers in place of Stripe.');
  const address = `${siteUrl}/api/stripe/webhook`;
  const refused = await readRefusedWebhook(dataDir);
  if (refused !== null && (lastEvent === null || refused > new Date(lastEvent))) {
    return wrong(
      name,
      `Events come, and their signature is refused: the last one ${describeAge(refused, now)}. Is STRIPE_WEBHOOK_SECRET the signing secret of the webhook ${address}?`,
    );
  }
  if (lastEvent === null) {
    return note(name, `Stripe has sent nothing yet. Is ${address} among the webhooks of the Stripe account?`);
  }
  return right(name, `Stripe's last event came ${describeAge(lastEvent, now)}.`);
}

function checkSample({ sampleRows }: Facts, { siteUrl }: Env): Check {
  const name = 'Made-up content';
  if (sampleRows === 0) return right(name, 'None.');
  const text = `${times(sampleRows, 'example is', 'examples are')} on the site. npm run sample -- remove takes out what nobody has touched, and names the rest.`;
  return isOnThisMachine(siteUrl) ? note(name, text) : wrong(name, text);
}

function describeAge(at: Date, now: Date): string {
  const ms = now.getTime() - new Date(at).getTime();
  if (ms < 2 * minuteMs) return 'a moment ago';
  if (ms < 120 * minuteMs) return `${Math.round(ms / minuteMs)} minutes ago`;
  return ms < 2 * dayMs ? `${Math.round(ms / (60 * minuteMs))} hours ago` : `${Math.round(ms / dayMs)} days ago`;
}
