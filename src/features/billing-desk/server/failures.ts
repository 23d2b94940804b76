import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { handleEvent } from '#features/billing/server/handle-event-job.ts';
import type { Database } from '#server/db/client.ts';
import { stripeEvents } from '#server/db/schema/index.ts';
import { deadLetters, type JobDefinition } from '#server/jobs/define-job.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { Problem } from '#shared/problem.ts';
import type { BillingFailure } from '../staff-contract.ts';

const maxRows = 100;

type AnyJob = JobDefinition<object>;

/** @param jobs the jobs whose failures are about money */
export async function listFailures(db: Database, jobs: readonly AnyJob[]): Promise<BillingFailure[]> {
  const events = await db
    .select()
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.processedAt), isNotNull(stripeEvents.error)))
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(maxRows);
  // The job that handles an event is shown as the event.
  const names = jobs.map(({ name }) => name).filter((name) => name !== handleEvent.name);
  const { rows } = await db.execute<{
    id: string;
    name: string;
    about: string;
    at: string;
    attempts: number;
    reason: string;
  }>(sql`
    select id::text, source_name as name, coalesce(data::text, '') as about, to_json(created_on) #>> '{}' as at,
      coalesce(source_retry_count, 0) + 1 as attempts, coalesce(source_output ->> 'reason', source_output ->> 'message', '') as reason
    from pgboss.job where name = ${deadLetters} and state = 'created' and source_name in ${[...names, '']}
    order by created_on desc limit ${maxRows}`);
  const failures: BillingFailure[] = [
    ...events.map((event) => ({
      id: event.id,
      kind: 'event' as const,
      name: event.type,
      about: event.objectId,
      at: event.receivedAt.toISOString(),
      attempts: event.attempts,
      reason: event.error ?? '',
    })),
    ...rows.map((row) => ({ ...row, kind: 'job' as const, at: new Date(row.at).toISOString() })),
  ];
  return failures.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxRows);
}

interface Replay {
  id: string;
  kind: BillingFailure['kind'];
  actorId: string;
}

/** @throws Problem 'not_found' when somebody else was first, or it has succeeded by now */
export async function replayFailure(
  db: Database,
  jobs: readonly AnyJob[],
  { id, kind, actorId }: Replay,
): Promise<void> {
  await db.transaction(async (tx) => {
    const name = kind === 'event' ? await replayEvent(tx, id) : await replayJob(tx, jobs, id);
    if (name === null) throw new Problem('not_found', 'This has been done already.');
    await writeAudit(tx, {
      actorId,
      action: 'billing.replayed',
      subjectType: kind === 'event' ? 'stripe-event' : 'job',
      subjectId: id,
      data: { name },
    });
  });
}

async function replayEvent(tx: Database, id: string): Promise<string | null> {
  const isWaiting = and(eq(stripeEvents.id, id), isNull(stripeEvents.processedAt));
  const [event] = await tx.update(stripeEvents).set({ error: null }).where(isWaiting).returning();
  if (event === undefined) return null;
  await enqueue(tx, handleEvent, { eventId: id });
  return event.type;
}

async function replayJob(tx: Database, jobs: readonly AnyJob[], id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const names = jobs.map(({ name }) => name);
  const { rows } = await tx.execute<{ name: string; data: object }>(sql`
    delete from pgboss.job where id = ${id} and name = ${deadLetters} and source_name in ${names}
    returning source_name as name, data`);
  const [letter] = rows;
  const job = jobs.find(({ name }) => name === letter?.name);
  if (letter === undefined || job === undefined) return null;
  await enqueue(tx, job, letter.data, { singletonKey: `replay ${id}` });
  return letter.name;
}
