import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { daySeconds } from '#shared/times.ts';
import { storableText } from '#shared/whole-letters.ts';
import { deadLetters, type JobDefinition } from './define-job.ts';

/** The database, or the transaction whose commit starts the job. */
interface Executor {
  execute(query: SQL): Promise<{ rows: Record<string, unknown>[] }>;
}

interface EnqueueOptions {
  /** For singleton jobs: the id of their subject. */
  singletonKey?: string;
  /** The job does not run before this time. */
  startAfter?: Date;
}

/**
 * Queues a job in the caller's transaction: the job exists if and only if the change commits. Written as SQL
 * on pg-boss's table, which pg-boss documents, because its own send() needs a started instance in every
 * process. Returns the job's id; null when a singleton with the same key is waiting.
 */
export async function enqueue<P extends object>(
  db: Executor,
  job: JobDefinition<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const statement = insertJob(job, payload, options);
  let { rows } = await db.execute(statement);
  if (rows[0]?.isQueue !== true) {
    await makeQueues(db, job);
    rows = (await db.execute(statement)).rows;
  }
  return (rows[0]?.id as string | null | undefined) ?? null;
}

/**
 * Merges a job into a waiting one with the same key, or queues it. The arrays `items` are joined; the rest of
 * the payload is the newest. When a worker takes the waiting job at the same moment, it either gets the items
 * or this call queues a new job: the row's lock decides, and nothing is lost or done twice.
 */
export async function enqueueJoined<P extends { items: unknown[] }>(
  db: Executor,
  job: JobDefinition<P>,
  payload: P,
  options: EnqueueOptions & { singletonKey: string },
): Promise<void> {
  const { rows } = await db.execute(sql`
    update pgboss.job set data = data || ${toJson(payload)}::jsonb
      || jsonb_build_object('items', data -> 'items' || ${toJson(payload.items)}::jsonb)
    where name = ${job.name} and singleton_key = ${options.singletonKey} and state = 'created'
    returning id`);
  if (rows.length === 0) await enqueue(db, job, payload, options);
}

function insertJob<P extends object>(job: JobDefinition<P>, payload: P, options: EnqueueOptions): SQL {
  const startAfter = options.startAfter ? sql`${options.startAfter.toISOString()}::timestamptz` : sql`pgboss.job_now()`;
  return sql`
    with q as (select * from pgboss.queue where name = ${job.name}),
    added as (
      insert into pgboss.job (id, name, data, start_after, singleton_key, expire_seconds, deletion_seconds, keep_until,
        retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
      select ${uuidv7()}::uuid, q.name, ${toJson(job.store?.(payload) ?? payload)}::jsonb, ${startAfter}, ${options.singletonKey ?? null},
        q.expire_seconds, q.deletion_seconds, ${startAfter} + q.retention_seconds * interval '1 second',
        q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      from q on conflict do nothing returning id, name, start_after
    ),
    -- Wakes the worker at commit. pg-boss derives the channel's name from its schema.
    woken as (
      select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), name) as said
      from added where start_after <= pgboss.job_now()
    )
    select (select id from added) as id, exists (select from q) as "isQueue", (select count(said) from woken) as woken`;
}

function toJson(payload: object): string {
  return JSON.stringify(payload, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
}

/** Makes the job's queue and the queue of dead letters if they are missing. */
export async function makeQueues(db: Executor, job: Pick<JobDefinition<object>, 'name' | 'queue'>): Promise<void> {
  const letters = { policy: 'standard', retentionSeconds: 365 * daySeconds, deleteAfterSeconds: 365 * daySeconds };
  await db.execute(sql`select pgboss.create_queue(${deadLetters}, ${JSON.stringify(letters)}::jsonb)`);
  await db.execute(sql`select pgboss.create_queue(${job.name}, ${JSON.stringify(job.queue)}::jsonb)`);
}
