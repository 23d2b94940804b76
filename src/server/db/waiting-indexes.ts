/**
 * Indexes on tables that are in use. They are made outside of a transaction and let everybody write meanwhile, so that the
 * migration that asks for one only notes it. What was noted and not made, as after a kill, is made at the next start.
 */
import type { ClientBase } from 'pg';
import { locks } from '#server/db/advisory-locks.ts';
import { log } from '#server/log.ts';

const created = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i;
const dropped = /^\s*drop\s+index\s+(?:concurrently\s+)?(?:if\s+exists\s+)?"?(\w+)"?/i;

/**
 * Notes the statement when it makes an index concurrently, and forgets what was noted when it drops such an index. Answers
 * whether nothing is left to run.
 */
export async function noteIndex(client: ClientBase, statement: string): Promise<boolean> {
  const name = created.exec(statement)?.[1];
  if (name !== undefined) {
    await client.query(
      'create table if not exists drizzle.waiting_indexes (name text primary key, statement text not null)',
    );
    await client.query('insert into drizzle.waiting_indexes (name, statement) values ($1, $2)', [name, statement]);
    return true;
  }
  const former = dropped.exec(statement)?.[1];
  if (former === undefined || !(await hasNotes(client))) return false;
  const { rowCount } = await client.query('delete from drizzle.waiting_indexes where name = $1', [former]);
  return rowCount === 1;
}

async function hasNotes(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.waiting_indexes') as found`,
  );
  return rows[0]?.found != null;
}

/** Makes the indexes that wait, one after the other. Called outside of a transaction. */
export async function makeWaitingIndexes(client: ClientBase): Promise<void> {
  if (!(await hasNotes(client))) return;
  const { rows: answers } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    locks.indexes,
  ]);
  // One process makes them, and the others serve without.
  if (!answers[0]?.taken) return;
  try {
    const { rows } = await client.query<{ name: string; statement: string }>(
      'select name, statement from drizzle.waiting_indexes order by name',
    );
    for (const { name, statement } of rows) {
      log.info({ part: 'database', index: name }, 'making an index while everybody writes');
      // A kill leaves one behind that PostgreSQL neither uses nor finishes.
      await client.query(`drop index concurrently if exists ${client.escapeIdentifier(name)}`);
      await client.query(statement);
      await client.query('delete from drizzle.waiting_indexes where name = $1', [name]);
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [locks.indexes]);
  }
}
