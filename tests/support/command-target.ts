/** A database beside the test's own, on which commands run as an operator runs them: each in a process, with a DATA_DIR of its choice. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { removeFolder } from './remove-folder.ts';
import type { testDatabase } from './test-database.ts';

/** Call it once, outside of tests. The database has no tables until a restore. */
export function commandTarget(database: ReturnType<typeof testDatabase>) {
  const name = `target_${randomBytes(6).toString('hex')}`;
  const url = () => Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'command '));
    await database.pool.query(`create database ${name} strategy file_copy`);
  });
  afterAll(async () => {
    removeFolder(folder);
    await database.pool.query(`drop database if exists ${name} with (force)`);
  });

  /** The environment of a machine of the site; a new DATA_DIR has a key of its own. */
  const machine = (dataDir: string) => ({
    ...{ ...process.env, DATABASE_URL: url(), DATA_DIR: join(folder, dataDir) },
    ...{ SITE_URL: 'http://localhost:3000', CITY_PACK: 'olmos-park', SAMPLE_CONTENT: 'off', LOG_LEVEL: 'silent' },
  });

  return {
    url,
    machine,
    /** A path in the folder of the test. */
    inFolder: (path: string) => join(folder, path),
    /** Runs a command of src/app/cli. */
    async command(dataDir: string, file: string, ...args: string[]): Promise<{ code: number; said: string }> {
      const child = spawn(process.execPath, [`src/app/cli/${file}.ts`, ...args], {
        env: machine(dataDir),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { code, said: out + err };
    },
    /** Runs SQL on the database. */
    async sql(statement: string): Promise<Record<string, unknown>[]> {
      const client = new Client({ connectionString: url() });
      await client.connect();
      return client.query(statement).then(
        ({ rows }) => client.end().then(() => rows),
        (error: unknown) => client.end().then(() => Promise.reject(error)),
      );
    },
  };
}
