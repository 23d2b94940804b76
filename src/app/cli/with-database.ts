import { Client, type Pool } from 'pg';
import { CommandError } from '#app/cli/run-command.ts';
import { openDataDir } from '#server/data-dir.ts';
import { createDatabase, type Database } from '#server/db/client.ts';
import { embeddedPostgres, hasEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { waitForDatabase } from '#server/db/wait-for-database.ts';
import type { Env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { requireOwnKey } from '#server/site-secret.ts';

interface CommandDatabase {
  url: string;
  db: Database;
  pool: Pool;
}

interface Options {
  /** 'as it is' leaves the tables alone; by default they are migrated first. */
  tables?: 'as it is';
  /**
   * By default the command first prints which database it uses: a shell without the site's variables would
   * otherwise write into another one unnoticed. For commands that print it themselves.
   */
  isNamed?: false;
  /** For commands that are of no use without a site: where there is none, they make nothing and throw NoSite. */
  expectsSite?: boolean;
  /** For commands that may work with any key: by default another secret.key than the site's is refused before anything changes. */
  key?: 'any';
  /** Aborted when somebody asks the command to stop: it then ends by itself. A second Ctrl-C ends it at once. */
  interrupt?: AbortController;
}

/** A terminal and npm deliver one Ctrl-C twice. */
const samePressMs = 500;

/** Mostly the shell, or cron, lacks the settings of the service. */
export class NoSite extends CommandError {
  override name = 'NoSite';
  constructor(where: string) {
    super(
      `There is no site in ${where}, and none was made. Give this command the settings that the site has: DATA_DIR or DATABASE_URL in the environment or in the file .env; on a machine with the service of docs/running.md, write "town" instead of "npm run".`,
    );
  }
}

const patienceMs = 30_000;

/** Tells whether a site or another command uses the server by now. */
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

/**
 * The database without user and password, as the driver reads the address, which may name a socket's folder.
 */
function nameOf(databaseUrl: string): string {
  const { database, host, port } = new Client({ connectionString: databaseUrl });
  return `the database ${database} at ${host}:${port} (DATABASE_URL)`;
}

async function hasTables(url: string): Promise<boolean> {
  const client = await waitForDatabase(url, 'command', AbortSignal.timeout(patienceMs));
  try {
    const { rows } = await client.query<{ found: string | null }>(`select to_regclass('public.businesses') as found`);
    return rows[0]?.found != null;
  } finally {
    await client.end();
  }
}

/**
 * Returns the database's address, and a function that ends its use. Says the name of the database before anything happens.
 * @throws NoSite before anything is made
 */
async function reach(
  env: Env,
  { isNamed, expectsSite = false }: Options,
): Promise<{ url: string; release: () => Promise<void> }> {
  const say = isNamed === false ? () => undefined : console.log;
  if (env.databaseUrl) {
    say(`Working on ${nameOf(env.databaseUrl)}.`);
    if (expectsSite && !(await hasTables(env.databaseUrl))) throw new NoSite(nameOf(env.databaseUrl));
    return { url: env.databaseUrl, release: async () => undefined };
  }
  if (expectsSite && !hasEmbeddedDatabase(env.dataDir)) throw new NoSite(`${env.dataDir} (DATA_DIR)`);
  openDataDir(env.dataDir);
  const postgres = await embeddedPostgres(env.dataDir);
  say(
    postgres.isNew
      ? `Making a NEW, empty database in ${env.dataDir} (DATA_DIR): there was none. Should a site run elsewhere, set the same variables as it has, and run this again.`
      : `Working on the database in ${env.dataDir} (DATA_DIR).`,
  );
  // A running server belongs to the site: if it stops, this command must not start it again.
  if (postgres.wasRunning) return { url: postgres.url, release: async () => undefined };
  await postgres.start();
  const release = async () => {
    const inUse = await isInUse(postgres.url).catch(() => false);
    if (!inUse) await postgres.stop();
  };
  return { url: postgres.url, release };
}

/**
 * Runs a command on the site's database: the running site's own, or the embedded server, started for the
 * command.
 */
export async function withDatabase<T>(
  env: Env,
  command: (database: CommandDatabase) => Promise<T>,
  options: Options = {},
): Promise<T> {
  // Keeps log lines out of the command's own output.
  if (!process.env.LOG_LEVEL) log.level = 'warn';
  const { url, release } = await reach(env, options);
  let askedAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (options.interrupt !== undefined && askedAt === undefined) {
      askedAt = Date.now();
      options.interrupt.abort();
      return;
    }
    // npm may end before this command does, which is then told so by a SIGTERM.
    if (askedAt !== undefined && (signal === 'SIGTERM' || Date.now() - askedAt < samePressMs)) return;
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    void release().finally(() => process.exit(130));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const client = createDatabase(url, { max: 4, name: 'command', statementTimeoutMs: 0 });
  try {
    if (options.key !== 'any') await requireOwnKey(client.db, env);
    if (options.tables !== 'as it is') await migrate(url, { signal: AbortSignal.timeout(patienceMs) });
    return await command({ url, db: client.db, pool: client.pool });
  } finally {
    await client.close();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await release();
  }
}
