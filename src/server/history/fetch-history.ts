/** Brings from the bucket what a restore to a minute needs, also onto a machine that has nothing. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupFileError } from '#server/backup/archive.ts';
import { decryptFile } from '#server/backup/encrypt-file.ts';
import { RestoreRefused } from '#server/backup/restore-backup.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { encryptedEnd, listBucketHistory } from './bucket-history.ts';
import {
  baseOf,
  type HistoryFolders,
  inOrder,
  lineageAt,
  makeHistoryFolders,
  packedEnd,
  readBases,
  readLogNames,
} from './history-files.ts';
import { planRestore } from './plan-restore.ts';

export interface FromBucket {
  store: FileStore;
  /** The file of the private key, for a history that was encrypted. */
  identityFile: string | undefined;
}

type Listed = Awaited<ReturnType<typeof listBucketHistory>>;

/** The history of this machine's own cluster where it reaches back so far, else that with the latest base before the moment. */
function chooseCluster(all: Listed, moment: Date, own: string | undefined): { cluster: string; files: Listed } {
  const groups = [...Map.groupBy(all, ({ cluster }) => cluster)].map(([cluster, files]) => ({
    cluster,
    files,
    bases: inOrder(files.flatMap(({ path }) => baseOf(path) ?? [])),
  }));
  const before = ({ bases }: (typeof groups)[number]) =>
    bases.findLast(({ endedAt }) => endedAt <= moment)?.endedAt.getTime() ?? Number.NEGATIVE_INFINITY;
  const reaching = groups.filter((group) => before(group) > Number.NEGATIVE_INFINITY);
  const chosen =
    reaching.find(({ cluster }) => cluster === own) ?? reaching.toSorted((a, b) => before(b) - before(a))[0];
  if (chosen) return chosen;
  const begins = inOrder(groups.flatMap(({ bases }) => bases))[0]?.endedAt;
  const since = begins ? `it begins at ${begins.toISOString()}` : 'there is none';
  throw new RestoreRefused(`the history in the bucket does not reach back to ${moment.toISOString()}: ${since}`);
}

const partsOf = ({ bases, log, timelines }: HistoryFolders) => ({ bases, log, 'timelines.json': timelines });

/** Files of another database than the one that was here, until they take its place. */
function fetchedIn({ timelines }: HistoryFolders): HistoryFolders {
  const home = join(dirname(timelines), 'fetched');
  return { bases: join(home, 'bases'), log: join(home, 'log'), timelines: join(home, 'timelines.json') };
}

async function fetchOne({ store, identityFile }: FromBucket, name: string, to: string): Promise<void> {
  const growing = `${to}.part`;
  const found = await store.open(name);
  if (found === null) throw new BackupFileError(`${name} is no longer in ${store.place}`);
  try {
    await pipeline(found.content, createWriteStream(growing, { mode: 0o600, flush: true }));
    if (!name.endsWith(encryptedEnd)) return await rename(growing, to);
    if (identityFile === undefined)
      throw new BackupFileError('it is encrypted: add --identity FILE, the file that --make-identity wrote');
    const opened = `${to}.opened`;
    await decryptFile(growing, opened, identityFile);
    await rename(opened, to);
  } finally {
    await rm(growing, { force: true });
  }
}

/**
 * Fetches the base before the moment and the log from there on; what is on this disk already is not fetched again.
 * @param own the cluster that is here @returns the folders to restore from @throws RestoreRefused or BackupFileError
 */
export async function fetchHistory(
  from: FromBucket,
  folders: HistoryFolders,
  { moment, own }: { moment: Date; own: string | undefined },
): Promise<HistoryFolders> {
  const { cluster, files } = chooseCluster(await listBucketHistory(from.store), moment, own);
  const isOwn = cluster === own;
  const target = isOwn ? folders : fetchedIn(folders);
  if (!isOwn) await rm(dirname(target.timelines), { recursive: true, force: true });
  await makeHistoryFolders(target);
  const bring = async (path: string, to: string) => {
    const file = files.find((each) => each.path === path);
    if (file) await fetchOne(from, file.name, to);
  };
  if (!isOwn) await bring('timelines.json', target.timelines);
  const [here, hereInLog] = [await readBases(target), new Set(await readLogNames(target))];
  const hereBases = new Set(here.map(({ file }) => file));
  const there = files
    .flatMap(({ path }) => baseOf(path) ?? [])
    .map((base) => ({ ...base, file: join(target.bases, base.file.slice('bases/'.length)) }));
  const inLog = files.flatMap(({ path }) => /^log\/(.+)\.zst$/.exec(path)?.[1] ?? []);
  const known = {
    bases: inOrder([...here, ...there.filter(({ file }) => !hereBases.has(file))]),
    names: [...new Set([...hereInLog, ...inLog])],
    lineage: await lineageAt(target, moment),
  };
  const { base, names } = planRestore(known, moment);
  if (!hereBases.has(base.file)) await bring(`bases/${base.file.slice(target.bases.length + 1)}`, base.file);
  for (const name of names.filter((each) => !hereInLog.has(each)))
    await bring(`log/${name}${packedEnd}`, join(target.log, name + packedEnd));
  return target;
}

/**
 * Puts a fetched history into the place of the one that was here, which stays beside it. @returns where that is; undefined when
 * there was none
 */
export async function takeFetched(
  folders: HistoryFolders,
  fetched: HistoryFolders,
  now: Date,
): Promise<string | undefined> {
  const hadBases = (await readBases(folders)).length > 0;
  const former = join(dirname(folders.timelines), `former-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(former, { mode: 0o700 });
  for (const [name, path] of Object.entries(partsOf(folders)))
    await rename(path, join(former, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  for (const [name, path] of Object.entries(partsOf(fetched)))
    await rename(path, partsOf(folders)[name as keyof ReturnType<typeof partsOf>]).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
  await rm(dirname(fetched.timelines), { recursive: true, force: true });
  if (hadBases) return former;
  await rm(former, { recursive: true, force: true });
  return undefined;
}
