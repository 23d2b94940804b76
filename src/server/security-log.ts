/**
 * The table of the security log. Rows wait in the process for a moment and are written together, so that no
 * request waits for them or fails with them.
 */
import { and, desc, like, lt, lte, not } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { securityLog } from '#server/db/schema/index.ts';
import { describeError, type Log } from '#server/log.ts';
import { dayMs } from '#shared/times.ts';

type SecurityRow = typeof securityLog.$inferInsert;

interface Services {
  db: Database;
  log: Log;
}

interface Waiting {
  rows: SecurityRow[];
  lost: number;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
}

const flushEveryMs = 1_000;
/** While the database is away, further rows are lost; the log's lines have them. */
const maxWaiting = 5_000;
/** docs/running.md#the-security-log */
const keptDays = 180;
/** Refusals beyond these are deleted, the oldest first: a long attack costs some 300 MB at most. */
const maxRefusals = 1_000_000;

const kept = new WeakMap<Database, Waiting>();

function waitingFor(db: Database): Waiting {
  const known = kept.get(db);
  if (known) return known;
  const made: Waiting = { rows: [], lost: 0, timer: undefined, writing: Promise.resolve() };
  kept.set(db, made);
  return made;
}

export function keepSecurityRow(services: Services, row: SecurityRow): void {
  const waiting = waitingFor(services.db);
  if (waiting.rows.length < maxWaiting) waiting.rows.push(row);
  else waiting.lost++;
  flushLater(services, waiting);
}

function flushLater({ db, log }: Services, waiting: Waiting): void {
  waiting.timer ??= setTimeout(() => {
    waiting.timer = undefined;
    flushSecurityLog(db).then(
      () => {
        if (waiting.lost > 0)
          log.warn({ lost: waiting.lost }, 'the security log lost rows while they could not be written');
        waiting.lost = 0;
      },
      (error: unknown) => {
        log.warn(
          { reason: describeError(error) },
          'Could not write the security log; its rows wait for the next attempt',
        );
        flushLater({ db, log }, waiting);
      },
    );
  }, flushEveryMs).unref();
}

/** Writes the waiting rows, also before a process stops. @throws when the database refuses; the rows keep waiting */
export function flushSecurityLog(db: Database): Promise<void> {
  const waiting = waitingFor(db);
  const turn = waiting.writing.then(() => writeOut(db, waiting));
  waiting.writing = turn.catch(() => undefined);
  return turn;
}

async function writeOut(db: Database, waiting: Waiting): Promise<void> {
  while (waiting.rows.length > 0) {
    const rows = waiting.rows.slice(0, 500);
    await db.insert(securityLog).values(rows);
    waiting.rows.splice(0, rows.length);
  }
}

/** Deletes what is too old, and the oldest refusals of a flood. Changes have a dot in their name: 'user.made-staff'. */
export async function sweepSecurityLog(db: Database, now: Date, most = maxRefusals): Promise<void> {
  await db.delete(securityLog).where(lt(securityLog.at, new Date(now.getTime() - keptDays * dayMs)));
  const isRefusal = not(like(securityLog.event, '%.%'));
  const [oldest] = await db
    .select({ at: securityLog.at })
    .from(securityLog)
    .where(isRefusal)
    .orderBy(desc(securityLog.at))
    .offset(most)
    .limit(1);
  if (oldest) await db.delete(securityLog).where(and(isRefusal, lte(securityLog.at, oldest.at)));
}
