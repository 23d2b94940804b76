/** Starts one PostgreSQL for a whole test run, with a migrated database that the workers copy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { foldersIn } from '#server/db/embedded/settings.ts';
import { embeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';

/** The data with which a worker makes and reaches its own database. */
interface TestPostgres {
  /** A role that may make databases; the path names the migrated database. */
  templateUrl: string;
  /** The folder of the server's socket. */
  socketFolder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

const settings = {
  // Test data is deleted with the cluster, so it need not reach the disk.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: 2048,
  // An autovacuum worker in a test database would keep everybody except a superuser from dropping it.
  autovacuum: 'off',
  // In the folder of its data.
  unix_socket_directories: '.',
};

interface Running extends TestPostgres {
  stop: () => Promise<void>;
}

async function start(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'alameda-test-'));
  const postgres = await embeddedPostgres(folder, { settings });
  await postgres.start();
  const stop = async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.superuserUrl, postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { templateUrl: postgres.url, socketFolder: foldersIn(folder).data, stop };
}

async function makeTemplate(superuserUrl: string, templateUrl: string): Promise<void> {
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  // Tests empty tables with triggers turned off.
  await superuser.query('grant set on parameter session_replication_role to alameda');
  // For tests of what a role may not do.
  await superuser.query("create role guest login password 'guest'");
  await superuser.end();
  await migrate(templateUrl);
}

/**
 * Each project that needs a database loads this file again. The projects run in one process and share the
 * server.
 */
const shared = globalThis as { alamedaTestPostgres?: Promise<Running> };

export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  shared.alamedaTestPostgres ??= start();
  const { templateUrl, socketFolder, stop } = await shared.alamedaTestPostgres;
  project.provide('testPostgres', { templateUrl, socketFolder });
  // All projects end together, after the last test of the run.
  return async () => {
    if (shared.alamedaTestPostgres === undefined) return;
    delete shared.alamedaTestPostgres;
    await stop();
  };
}
