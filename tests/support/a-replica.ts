/** A PostgreSQL of its own with the site's tables, and a replica that follows it. Both are thrown away with `stop`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { chooseAccount } from '#server/db/embedded/account.ts';
import { findProgram } from '#server/db/embedded/program.ts';
import { type ServerProcess, spawnServer, stopServer } from '#server/db/embedded/server-process.ts';
import { findPort, foldersIn } from '#server/db/embedded/settings.ts';
import { embeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { removeFolder } from './remove-folder.ts';

export interface Replicated {
  /** The primary's address. */
  url: string;
  replicaUrl: string;
  /** Asks the replica as superuser. */
  askReplica: (statement: string) => Promise<void>;
  /** Waits until the replica has all that the primary has written. */
  caughtUp: () => Promise<void>;
  stopReplica: () => Promise<void>;
  startReplica: () => Promise<void>;
  stop: () => Promise<void>;
}

const settings = { fsync: 'off', autovacuum: 'off' };

async function ask(url: string, statement: string): Promise<string> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(statement);
    return Object.values(rows[0] ?? {})[0] ?? '';
  } finally {
    await client.end();
  }
}

async function succeeds(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === 600) throw error;
      await sleep(50);
    }
  }
}

export async function aReplicatedDatabase(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'alameda-replica-'));
  const first = await embeddedPostgres(folder, { settings });
  await first.start();
  await migrate(first.url);
  await first.stop();
  const folders = foldersIn(folder);
  const data = join(folder, 'replica');
  // A stopped cluster may be copied as it is; -a keeps the account that owns it.
  spawnSync('cp', ['-a', folders.data, data]);
  writeFileSync(join(data, 'standby.signal'), '');
  const primary = await embeddedPostgres(folder, { settings });
  await primary.start();

  const port = await findPort();
  const from = new URL(primary.superuserUrl);
  const follows = {
    ...settings,
    primary_conninfo: `host=127.0.0.1 port=${from.port} user=${from.username} password=${from.password}`,
  };
  const at = (address: string) => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };
  const account = chooseAccount(folders.data);
  let replica: ServerProcess | undefined;
  const startReplica = async () => {
    replica = await spawnServer({ ...folders, data }, port, await findProgram(account), account, follows);
    await succeeds(() => ask(at(primary.url), 'select 1'));
  };
  const stopReplica = async () => {
    if (replica) await stopServer(replica);
  };
  await startReplica();
  return {
    url: primary.url,
    replicaUrl: at(primary.url),
    askReplica: async (statement) => void (await ask(at(primary.superuserUrl), statement)),
    caughtUp: async () => {
      const position = await ask(primary.superuserUrl, 'select pg_current_wal_insert_lsn()::text');
      await succeeds(async () => {
        const there = await ask(at(primary.superuserUrl), `select pg_last_wal_replay_lsn() >= '${position}'`);
        if (String(there) !== 'true') throw new Error('the replica has not caught up');
      });
    },
    stopReplica,
    startReplica,
    stop: async () => {
      await stopReplica();
      await primary.stop();
      await removeFolder(folder);
    },
  };
}
