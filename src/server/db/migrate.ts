/**
 * Brings a database to this program's tables. Applies the files that drizzle-kit writes, in drizzle's own bookkeeping
 * table, but by itself: drizzle's migrator opens its own transaction and always goes to the end, while a restore has to
 * stop at the backup's level inside the restore's transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client, ClientBase } from 'pg';
import { locks } from '#server/db/advisory-locks.ts';
import { applyFunctions } from '#server/db/apply-functions.ts';
import { type Database, queriesOn } from '#server/db/client.ts';
import { waitForDatabase } from '#server/db/wait-for-database.ts';
import { makeWaitingIndexes, noteIndex } from '#server/db/waiting-indexes.ts';
import { log } from '#server/log.ts';

/** Waits until no other process starts on this database; until the end of the transaction nobody else does. */
export async function takeStartLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [locks.start]);
}

const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url));

/** Every migration of this program, oldest first. `folderMillis` is its identity, also in the database. */
export function readMigrations(folder: string = ownMigrations): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: folder }).toSorted((a, b) => a.folderMillis - b.folderMillis);
}

/**
 * Runs those of `migrations` that the database lacks, in the caller's transaction, but for indexes on tables in use: the next
 * start makes them. Answers how many it ran.
 */
export async function applyMigrations(client: ClientBase, migrations: MigrationMeta[]): Promise<number> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<{ created_at: string }>('select created_at from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map((row) => Number(row.created_at)));
  const wanted = migrations.filter((migration) => !applied.has(migration.folderMillis));
  for (const migration of wanted) {
    for (const statement of migration.sql) {
      if (statement.trim() !== '' && !(await noteIndex(client, statement))) await client.query(statement);
    }
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      migration.hash,
      migration.folderMillis,
    ]);
  }
  return wanted.length;
}

interface MigrateOptions {
  folder?: string;
  /** Ends the wait for a database that does not answer. */
  signal?: AbortSignal;
  /** Runs after the migrations in their transaction: a database never counts as ready while this is under way. */
  prepare?: (db: Database) => Promise<void>;
}

/**
 * A backup may read a table for minutes, and a statement that waits for an exclusive lock blocks every later reader of the table. So the
 * migration gives up after this time, lets them pass, and retries.
 */
const lockTimeoutMs = 1_500;
const pauseMs = 1_000;
const lockNotAvailable = '55P03';

/** @throws when a newer release has migrated this database: this one would write rows that the newer one does not expect */
async function refuseNewerData(client: ClientBase): Promise<void> {
  const table = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as found`,
  );
  if (table.rows[0]?.found == null) return;
  const known = readMigrations().at(-1)?.folderMillis ?? 0;
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations where created_at > $1',
    [known],
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new Error(
    `the database belongs to a newer release (${count} ${count === 1 ? 'migration' : 'migrations'} that this one does not know): start that release, or restore a backup made by this one`,
  );
}

/**
 * Waits for the database, then applies what is missing, all of it or nothing, while other processes serve. Processes that
 * start at once on one database take turns. Answers how many migrations it ran.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<number> {
  const client = await waitForDatabase(url, 'migrate', options.signal);
  try {
    for (;;) {
      const count = await migrateOnce(client, options).catch((error: unknown) => {
        if (options.signal?.aborted || !isLockMissing(error)) throw error;
        return undefined;
      });
      if (count === undefined) {
        log.warn({ part: 'database' }, 'a table is being read, as by a backup: the migration waits for its end');
        await sleep(pauseMs);
        continue;
      }
      if (count > 0) log.info({ part: 'database', count }, 'migrations applied');
      await makeWaitingIndexes(client);
      return count;
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isLockMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === lockNotAvailable) || isLockMissing(error.cause);
}

function migrateOnce(client: Client, options: MigrateOptions): Promise<number> {
  return queriesOn(client).transaction(async (tx) => {
    await takeStartLock(client);
    // Not before: starts that wait for each other wait as long as it takes.
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    if (options.folder === undefined) await refuseNewerData(client);
    const applied = await applyMigrations(client, readMigrations(options.folder));
    if (options.folder === undefined) await applyFunctions(client);
    await options.prepare?.(tx);
    return applied;
  });
}

let newestKnown: number | undefined;

/** Tells whether the database has this program's newest migration. Rejects when the database does not answer. */
export async function migrationsApplied(db: Database): Promise<boolean> {
  newestKnown ??= readMigrations().at(-1)?.folderMillis ?? 0;
  const table = await db.execute<{ found: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') as found`,
  );
  if (!table.rows[0]?.found) return false;
  const { rows } = await db.execute<{ done: boolean }>(
    sql`select exists (select from drizzle.__drizzle_migrations where created_at >= ${newestKnown}) as done`,
  );
  return rows[0]?.done === true;
}
