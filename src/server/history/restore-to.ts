/**
 * Brings the embedded database back to a moment: unpacks the newest base before it beside the cluster, lets PostgreSQL read its log
 * up to the moment, and puts the result in the cluster's place. Until that last step nothing is changed.
 */
import { existsSync, lchownSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { BackupFileError, checkArchive, readArchive } from '#server/backup/archive.ts';
import { RestoreRefused } from '#server/backup/restore-backup.ts';
import { type Account, chooseAccount } from '#server/db/embedded/account.ts';
import { needsBaseMark, spoolIn } from '#server/db/embedded/archiving.ts';
import { findPostmaster, isAlive } from '#server/db/embedded/postmaster.ts';
import { findProgram } from '#server/db/embedded/program.ts';
import { type ServerSettings, spawnServer, stopServer } from '#server/db/embedded/server-process.ts';
import { type Folders, findPort, foldersIn, type Settings, settingsIn } from '#server/db/embedded/settings.ts';
import { syncFolder } from '#server/storage/sync-folder.ts';
import { clusterNumber } from './bucket-history.ts';
import { type FromBucket, fetchHistory, takeFetched } from './fetch-history.ts';
import {
  type Base,
  historyIn,
  lineageAt,
  makeHistoryFolders,
  noteTimeline,
  readBases,
  readLogNames,
} from './history-files.ts';
import type { BaseHead } from './make-base.ts';
import { planRestore } from './plan-restore.ts';
import { saveWholeLog, unpackLog } from './save-log.ts';

/** The words of PostgreSQL when its log ends before it has met a change that is later than the moment. */
const noneLater = /recovery ended before configured recovery target was reached/;

async function unpackBase({ file }: Base, to: string): Promise<void> {
  await checkArchive(file);
  for await (const { head, content } of readArchive(file)) {
    const { kind, path } = head as BaseHead;
    const target = join(to, path);
    if (kind === 'folder') await mkdir(target, { recursive: true, mode: 0o700 });
    else await writeFile(target, content, { mode: 0o600, flush: true });
    for await (const _ of content);
  }
}

function give(folder: string, account: Account | undefined): void {
  if (!account) return;
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, name), account.uid, account.gid);
}

interface Server {
  folders: Folders;
  account: Account | undefined;
  passwords: Pick<Settings, 'password' | 'superuserPassword'>;
}

/** A folder of the server's account for its socket: nobody else may enter, so that no password is asked there. */
async function makeDoor(account: Account | undefined): Promise<string> {
  const door = await mkdtemp(join(tmpdir(), 'town-'));
  await writeFile(join(door, 'hba.conf'), 'local all all trust\n');
  give(door, account);
  return door;
}

/**
 * Runs the server until it has read its log, and gives its roles the passwords of this machine, because the base may come from
 * another one. Resolves to what it said when it ended instead.
 */
async function readLog({ folders, account, passwords }: Server, settings: ServerSettings) {
  const port = await findPort();
  const door = await makeDoor(account);
  const server = await spawnServer(folders, port, await findProgram(account), account, {
    ...settings,
    ...{ listen_addresses: '', unix_socket_directories: door, hba_file: join(door, 'hba.conf') },
  });
  let lastWords: string | undefined;
  void server.ended.then((words) => {
    lastWords = words;
  });
  try {
    while (isAlive(server.postmaster.pid)) {
      const to = { host: door, port, user: 'postgres', database: 'alameda', connectionTimeoutMillis: 2_000 };
      const client = new Client(to);
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { rows } = await client.query<{ timeline: number; isReading: boolean }>(
          'select pg_is_in_recovery() as "isReading", timeline_id as timeline from pg_control_checkpoint()',
        );
        if (rows[0]?.isReading === false) {
          await client.query(`alter role postgres password '${passwords.superuserPassword}'`);
          await client.query(`alter role alameda password '${passwords.password}'`);
          // Written down at once, so that the number of the new line of time is known.
          await client.query('checkpoint');
          const now = await client.query<{ timeline: number }>(
            'select timeline_id as timeline from pg_control_checkpoint()',
          );
          return { timeline: now.rows[0]?.timeline ?? 1 };
        }
      } catch {
        // It still reads.
      } finally {
        await client.end().catch(() => undefined);
      }
      await sleep(100);
    }
    return { failed: lastWords ?? (await server.ended) };
  } finally {
    await stopServer(server);
    await rm(door, { recursive: true, force: true });
  }
}

/** A restore that was killed leaves these. */
async function clearLeftovers({ home, data, old }: Folders): Promise<void> {
  if (existsSync(data)) await rm(old, { recursive: true, force: true });
  for (const name of existsSync(home) ? readdirSync(home) : []) {
    const pid = /^data\.new-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(home, name), { recursive: true, force: true });
  }
}

interface Restored {
  /** When the base was made from which the log was read. */
  base: Date;
  /** Where the history of another database is that was here before. */
  former: string | undefined;
}

interface Request {
  moment: Date;
  now: Date;
  /** Undefined: the history of this disk. */
  from?: FromBucket | undefined;
}

/** @throws RestoreRefused or BackupFileError; then nothing has changed */
export async function restoreTo(dataDir: string, { moment, now, from }: Request): Promise<Restored> {
  const cluster = foldersIn(dataDir);
  const here = historyIn(dataDir);
  if (findPostmaster(cluster.data)) throw new RestoreRefused('the site is running: stop it first');
  if (moment > now) throw new RestoreRefused(`${moment.toISOString()} is still to come`);
  await makeHistoryFolders(here);
  await clearLeftovers(cluster);
  await saveWholeLog(cluster.data, here);
  const own = await clusterNumber(cluster.data);
  const folders = from ? await fetchHistory(from, here, { moment, own }) : here;
  const known = { bases: await readBases(folders), names: await readLogNames(folders) };
  const plan = planRestore({ ...known, lineage: await lineageAt(folders, moment) }, moment);
  const account = chooseAccount(cluster.data);
  // A start that makes a new cluster removes leftovers of this name.
  const data = join(cluster.home, `data.new-${process.pid}`);
  const server = { folders: { ...cluster, data }, account, passwords: await settingsIn(cluster) };
  try {
    await mkdir(data, { mode: 0o700 });
    await unpackBase(plan.base, data);
    for (const name of plan.names) await unpackLog(folders, name, join(data, 'pg_wal', name));
    await writeFile(join(data, 'recovery.signal'), '');
    await writeFile(join(spoolIn(data), needsBaseMark), '');
    give(data, account);
    const common = { restore_command: 'false', recovery_target_timeline: plan.timeline, hot_standby: 'off' };
    const target = {
      recovery_target_time: moment.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    };
    let read = await readLog(server, { ...common, ...target });
    if (read.failed !== undefined && noneLater.test(read.failed)) {
      if (plan.endsInGap) throw new BackupFileError('a file of its log is missing before that moment');
      read = await readLog(server, common);
    }
    if (read.failed !== undefined) throw new BackupFileError(`PostgreSQL cannot read it: ${read.failed}`);
    const made = { timeline: read.timeline ?? 1, from: plan.timeline };
    await noteTimeline(folders, { ...made, since: now.toISOString(), at: moment.toISOString() });
    const former = folders === here ? undefined : await takeFetched(here, folders, now);
    if (existsSync(cluster.data)) await rename(cluster.data, cluster.old);
    await rename(data, cluster.data);
    await syncFolder(dirname(cluster.data));
    await rm(cluster.old, { recursive: true, force: true });
    return { base: plan.base.endedAt, former };
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}
