/** Mails that were given up: dead letters of the job that sends mails (src/server/mail/send-mail.ts). */
import { type SQL, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { deadLetters } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { unsealLinks } from '#server/mail/sealed-links.ts';
import { type Mail, sendMail } from '#server/mail/send-mail.ts';
import { readWaitingMails } from '#server/mail/waiting-mails.ts';
import { Problem } from '#shared/problem.ts';
import { undoMs } from '#shared/times.ts';
import { type FailedMail, maxFailedMails, type WaitingMails } from '../staff-contract.ts';
import { whyFailed } from '../why-failed.ts';

/** The undo may be pressed in time and be on its way. */
const letBeSeconds = (2 * undoMs) / 1000;

const isOurs = sql`name = ${deadLetters} and source_name = ${sendMail.name}`;
/** The others were taken off the list a moment ago. */
const waits = sql`${isOurs} and state = 'created'`;

/** Null where this site cannot send the mail: what failed was its payload, or another copy of the site queued it. */
function readMail(data: unknown): Mail | null {
  const parsed = sendMail.payload.safeParse(data);
  return parsed.success && unsealLinks(parsed.data) !== null ? parsed.data : null;
}

interface Row extends Record<string, unknown> {
  id: string;
  data: Record<string, unknown> | null;
  queuedAt: string;
  failedAt: string;
  attempts: number;
  said: string;
}

export async function listFailedMails(
  db: Database,
): Promise<{ mails: FailedMail[]; count: number; waiting: WaitingMails | null }> {
  // Texts stay in the database: they are long, and nobody reads them here.
  const { rows } = await db.execute<Row & { count: number }>(sql`
    select id::text, case when data ?& '{text,html}' then data || '{"text": "", "html": ""}' else data end as data, to_json(coalesce(source_created_on, created_on)) #>> '{}' as "queuedAt",
      to_json(created_on) #>> '{}' as "failedAt", coalesce(source_retry_count, 0) + 1 as attempts,
      coalesce(source_output ->> 'reason', source_output ->> 'message', '') as said, (count(*) over ())::int as count
    from pgboss.job where ${waits} order by created_on desc, id limit ${maxFailedMails}`);
  return { mails: rows.map(describe), count: rows[0]?.count ?? 0, waiting: await listWaiting(db) };
}

async function listWaiting(db: Database): Promise<WaitingMails | null> {
  const waiting = await readWaitingMails(db);
  if (waiting === null) return null;
  const { count, since, tries, said } = waiting;
  return { count, since: since.toISOString(), tries, why: whyFailed(said), said };
}

/** Only what says which mail it is: its text may hold what is for its reader alone. */
function describe({ id, data, queuedAt, failedAt, attempts, said }: Row): FailedMail {
  const { to, subject, links } = data ?? {};
  return {
    id,
    to: typeof to === 'string' ? to : '',
    subject: typeof subject === 'string' ? subject : '',
    queuedAt: new Date(queuedAt).toISOString(),
    failedAt: new Date(failedAt).toISOString(),
    attempts,
    why: whyFailed(said),
    said,
    hasLink: Array.isArray(links) && links.length > 0,
    canBeSent: readMail(data) !== null,
  };
}

/** Takes the rows for this transaction; a colleague who is faster has them. */
async function hold(tx: Database, ids: readonly string[], which: SQL): Promise<Pick<Row, 'id' | 'data'>[]> {
  const { rows } = await tx.execute<Row>(
    sql`select id::text, data from pgboss.job where ${which} and id::text in ${[...ids]} order by id for update`,
  );
  return rows;
}

const goneAlready = (tx: Database, id: string, request: ApiRequest): Promise<Problem> =>
  wasFirst(tx, { subjectType: 'mail', subjectId: id }, 'dealt with this mail', request);

type Act = 'mail.sent-again' | 'mail.let-be' | 'mail.put-back';

async function note(tx: Database, action: Act, { id, data }: Pick<Row, 'id' | 'data'>, { user }: ApiRequest) {
  const { to = '', subject = '' } = data ?? {};
  const { id: actorId } = requireUser(user);
  await writeAudit(tx, { actorId, action, subjectType: 'mail', subjectId: id, data: { to, subject } });
}

async function sendOne(tx: Database, row: Pick<Row, 'id' | 'data'>, mail: Mail, request: ApiRequest): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where ${waits} and id = ${row.id}::uuid`);
  await enqueue(tx, sendMail, mail);
  await note(tx, 'mail.sent-again', row, request);
}

/** @throws Problem 'conflict' when it is dealt with already, or cannot be sent */
export async function sendAgain(id: string, request: ApiRequest): Promise<{ to: string }> {
  return request.db.transaction(async (tx) => {
    const [row] = await hold(tx, [id], waits);
    if (row === undefined) throw await goneAlready(tx, id, request);
    const mail = readMail(row.data);
    if (mail === null) throw new Problem('conflict', 'This mail cannot be sent: this site cannot read it.');
    await sendOne(tx, row, mail, request);
    return { to: mail.to };
  });
}

/** Leaves out what is dealt with by now, and what cannot be sent. */
export async function sendAllAgain(ids: readonly string[], request: ApiRequest): Promise<{ sent: number }> {
  return request.db.transaction(async (tx) => {
    let sent = 0;
    for (const row of await hold(tx, ids, waits)) {
      const mail = readMail(row.data);
      if (mail === null) continue;
      await sendOne(tx, row, mail, request);
      sent += 1;
    }
    return { sent };
  });
}

/** The queue deletes the mail itself once the time for an undo is over. @throws Problem 'conflict' */
export async function letBe(id: string, request: ApiRequest): Promise<void> {
  await request.db.transaction(async (tx) => {
    const [row] = await hold(tx, [id], waits);
    if (row === undefined) throw await goneAlready(tx, id, request);
    await tx.execute(sql`
      update pgboss.job set state = 'cancelled', completed_on = pgboss.job_now(), deletion_seconds = ${letBeSeconds}
      where ${isOurs} and id = ${id}::uuid`);
    await note(tx, 'mail.let-be', row, request);
  });
}

/** @throws Problem 'not_found' when it is deleted by now */
export async function putBack(id: string, request: ApiRequest): Promise<void> {
  await request.db.transaction(async (tx) => {
    const [row] = await hold(tx, [id], sql`${isOurs} and state = 'cancelled'`);
    if (row === undefined) throw new Problem('not_found', 'This mail is gone by now.');
    await tx.execute(sql`
      update pgboss.job set state = 'created', completed_on = null,
        deletion_seconds = (select deletion_seconds from pgboss.queue where name = ${deadLetters})
      where ${isOurs} and id = ${id}::uuid`);
    await note(tx, 'mail.put-back', row, request);
  });
}
