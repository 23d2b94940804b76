import { Client, type Pool } from 'pg';
import { openDataDir } from '#server/data-dir.ts';
import { createDatabase, type Database } from '#server/db/client.ts';
import { embeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { waitForDatabase } from '#server/db/wait-for-database.ts';
import type { Env } from '#server/env.ts';
import { log } from '#server/log.ts';

interface CommandDatabase {
  url: string;
  db: Database;
  pool: Pool;
}

interface Options {
  /** 'as it is' leaves the tables alone; by default they are migrated first. */
  tables?: 'as it is';
  /**
   * By default it says first which database it is: a shell that lacks the site's variables would otherwise write into
   * another one unseen. Not for commands that see to that themselves.
   */
  isNamed?: false;
}

const patienceMs = 30_000;

/** Whether a site, or another command, has come to use the server meanwhile. */
async function isInUse(url: string): Promise<boolean> {
  const client = await waitForDatabase(url, 'command', AbortSignal.timeout(patienceMs));
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where application_name like 'alameda %' and application_name <> 'alameda command' and datname = current_database()`,
    );
    return (rows[0]?.count ?? 0) > 0;
  } finally {
    await client.end();
  }
}

/** Without user and password; as the driver reads the address, which may name a socket's folder. */
function nameOf(databaseUrl: string): string {
  const { database, host, port } = new Client({ connectionString: databaseUrl });
  return `the database ${database} at ${host}:${port} (DATABASE_URL)`;
}

/**
 * The database's address, and what ends its use.
 * @param say told which database it is before anything is done with it
 */
async function reach(env: Env, say: (line: string) => void): Promise<{ url: string; release: () => Promise<void> }> {
  if (env.databaseUrl) {
    say(`Working on ${nameOf(env.databaseUrl)}.`);
    return { url: env.databaseUrl, release: async () => undefined };
  }
  openDataDir(env.dataDir);
  const postgres = await embeddedPostgres(env.dataDir);
  say(
    postgres.isNew
      ? `Making a NEW, empty database in ${env.dataDir} (DATA_DIR): there was none. Should a site run elsewhere, set the same variables as it has, and run this again.`
      : `Working on the database in ${env.dataDir} (DATA_DIR).`,
  );
  // A server that runs belongs to the site: should it stop meanwhile, this command must not bring it back.
  if (postgres.wasRunning) return { url: postgres.url, release: async () => undefined };
  await postgres.start();
  const release = async () => {
    const inUse = await isInUse(postgres.url).catch(() => false);
    if (!inUse) await postgres.stop();
  };
  return { url: postgres.url, release };
}

/**
 * Runs a one-shot command on the site's database: the running site's own, else the embedded server is started for as
 * long as the command takes.
 */
export async function withDatabase<T>(
  env: Env,
  command: (database: CommandDatabase) => Promise<T>,
  options: Options = {},
): Promise<T> {
  // A command's own words are what counts on its output.
  if (!process.env.LOG_LEVEL) log.level = 'warn';
  const { url, release } = await reach(env, options.isNamed === false ? () => undefined : console.log);
  const endEarly = () => void release().finally(() => process.exit(130));
  process.once('SIGINT', endEarly).once('SIGTERM', endEarly);
  const client = createDatabase(url, { max: 4, name: 'command', statementTimeoutMs: 0 });
  try {
    if (options.tables !== 'as it is') await migrate(url, { signal: AbortSignal.timeout(patienceMs) });
    return await command({ url, db: client.db, pool: client.pool });
  } finally {
    await client.close();
    process.off('SIGINT', endEarly).off('SIGTERM', endEarly);
    await release();
  }
}
