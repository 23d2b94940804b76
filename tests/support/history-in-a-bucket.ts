/** A database comes back to a minute on another machine, from a bucket alone: for the stand-in and for real stores. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { expect } from 'vitest';
import { makeIdentity } from '#server/backup/encrypt-file.ts';
import { readEnv } from '#server/env.ts';
import { bucketStoreOf } from '#server/storage/site-files.ts';
import { ends, Site, until } from '#tests/runtime/a-site.ts';
import { removeFolder } from './remove-folder.ts';

interface Commanded {
  code: unknown;
  output: string;
}

async function restore(site: Site, variables: Record<string, string>, ...args: string[]): Promise<Commanded> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const program = join(import.meta.dirname, '../../src/app/cli/restore.ts');
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...inherited, ...variables, DATA_DIR: site.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, out, err] = await Promise.all([ends(child), text(child.stdout), text(child.stderr)]);
  return { code, output: out + err };
}

/** Ends the file of the log that is being written, and tells its name. */
async function endLogFile({ dataDir }: Site): Promise<string> {
  const { port, superuserPassword } = JSON.parse(readFileSync(join(dataDir, 'postgres/settings.json'), 'utf8'));
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: superuserPassword,
    database: 'alameda',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

/** Starts a site, writes, loses its disk, and restores onto an empty one. @param store the five settings of the bucket */
export async function comesBackFromABucket(store: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lost-disk-'));
  const key = join(folder, 'backups.key');
  const { identity, recipient } = await makeIdentity();
  writeFileSync(key, identity);
  const variables = { ...store, HISTORY_DAYS: '7', BACKUP_RECIPIENT: recipient };
  const lost = await Site.create();
  const next = await Site.create();
  const bucket = bucketStoreOf('history', readEnv({ ...variables, DATA_DIR: folder }));
  const sent = async () => {
    const names: string[] = [];
    for await (const { name } of bucket?.list() ?? []) names.push(name);
    return names;
  };
  try {
    const first = lost.start(variables);
    await lost.comesUp();
    await until(async () => (await sent()).some((name) => name.endsWith('.base.age')), 150_000);
    await lost.text('/write/before');
    const moment = new Date().toISOString();
    await lost.text('/write/after');
    const last = await endLogFile(lost);
    await until(async () => (await sent()).some((name) => name.endsWith(`/log/${last}.zst.age`)), 60_000);
    // The machine is gone; whatever its own disk has is of no use.
    await ends(first, 'SIGKILL');
    await lost.destroy();

    const without = await restore(next, variables, '--to', moment);
    expect(without).toEqual({ code: 1, output: expect.stringContaining('the history does not reach back') });
    const keyless = await restore(next, variables, '--to', moment, '--from', 's3');
    expect(keyless).toEqual({ code: 1, output: expect.stringContaining('it is encrypted: add --identity FILE') });
    const done = await restore(next, variables, '--to', moment, '--from', 's3', '--identity', key);
    expect(done).toEqual({ code: 0, output: expect.stringContaining(moment) });
    next.start(variables);
    await next.comesUp();
    expect(await next.text('/writes')).toBe('["before"]');
    // It goes on in the bucket under its own number, on a line of time of its own.
    await until(async () => (await sent()).some((name) => name.endsWith('/timelines.json.age')), 60_000);
    expect(new Set((await sent()).map((name) => name.split('/')[0])).size).toBe(1);
  } finally {
    await lost.destroy();
    await next.destroy();
    removeFolder(folder);
  }
}
