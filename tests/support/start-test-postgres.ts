/** One PostgreSQL for a whole test run: started once, with a migrated database that the workers copy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { embeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';

/** What a worker needs to make and reach its own database. */
export interface TestPostgres {
  /** With the right to make databases; its path names the migrated database. */
  templateUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

/** Test data is thrown away with the cluster, so nothing has to reach the disk. */
const forgetful = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'max_wal_size = 2048'];

/** A worker of autovacuum in a test database keeps everyone but a superuser from dropping it. */
const undisturbed = ['autovacuum = off'];

export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'alameda-test-'));
  const postgres = await embeddedPostgres(folder);
  await postgres.start();
  const superuser = new Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  for (const setting of [...forgetful, ...undisturbed]) await superuser.query(`alter system set ${setting}`);
  await superuser.query('select pg_reload_conf()');
  await superuser.end();
  await migrate(postgres.url);
  project.provide('testPostgres', { templateUrl: postgres.url });
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
