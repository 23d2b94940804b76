/**
 * `npm run storage`: says where files are. `npm run storage -- move --to s3` (or `folder`): brings those that are in the other place,
 * while the site runs.
 */
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '#app/cli/read-arguments.ts';
import { CommandError, runCommand } from '#app/cli/run-command.ts';
import { findRunningSite } from '#app/processes/running-site.ts';
import { openDataDir } from '#server/data-dir.ts';
import { foldersIn } from '#server/db/embedded/settings.ts';
import { type Env, readEnv } from '#server/env.ts';
import { clusterNumber, historySender } from '#server/history/bucket-history.ts';
import { historyIn } from '#server/history/history-files.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { countFiles, moveFiles } from '#server/storage/move-files.ts';
import { placeOf, readPlace } from '#server/storage/place-in-use.ts';
import { bucketStoreOf, fileKinds, folderStoreOf, historyPlaceOf } from '#server/storage/site-files.ts';

const usage = `Usage: npm run storage
  Says where uploads and other files of the site are, and how many.

       npm run storage -- move --to s3 (or folder)
  Brings the files that are in the other place, while the site runs; one that was stopped goes on with what is left.

For example: npm run storage -- move --to s3`;
/** Lines about the progress of a move. */
const filesBetweenLines = 500;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function tell(env: Env): Promise<void> {
  console.log(`New files go to ${placeOf(env)}.`);
  for (const kind of fileKinds) {
    const stores = [folderStoreOf(kind, env), bucketStoreOf(kind, env)];
    for (const store of stores) {
      if (store === undefined) continue;
      const { files, bytes } = await countFiles(store);
      console.log(`${kind}: ${files} files (${megabytes(bytes)}) in ${store.place}.`);
    }
  }
  for (const kind of ['backups', 'history', 'tiles'] as const) {
    const store = bucketStoreOf(kind, env);
    if (store === undefined) continue;
    const { files, bytes } = await countFiles(store);
    console.log(`${kind}: ${files} files (${megabytes(bytes)}) in ${store.place}.`);
  }
}

/** Files that nobody looks for would be missing on every page. */
function refuseUnprepared(env: Env, to: 's3' | 'folder'): void {
  if (env.s3 === undefined) throw new CommandError('No bucket is set: S3_ENDPOINT, S3_REGION, S3_BUCKET and two keys.');
  if (env.storage !== to) {
    const setting = to === 's3' ? 'Take STORAGE=folder out of' : 'Put STORAGE=folder into';
    throw new CommandError(
      `New files still go to ${placeOf(env)}. ${setting} the settings, restart the site, and run this again.`,
    );
  }
  if (findRunningSite(env.dataDir) && readPlace(env.dataDir) !== placeOf(env)) {
    throw new CommandError(
      `The running site keeps its files in ${readPlace(env.dataDir) ?? 'a folder'}: restart it with these settings, and run this again.`,
    );
  }
}

/** One round is all: the site keeps tiles that are asked for on its disk, also those that have just been moved. */
async function moveTiles(env: Env, to: 's3' | 'folder'): Promise<void> {
  const bucket = bucketStoreOf('tiles', env);
  if (bucket === undefined) return;
  const folder = createFolderStore(join(env.dataDir, 'cache/tiles'));
  const finished = (store: FileStore): FileStore => ({
    ...store,
    list: async function* () {
      for await (const file of store.list()) if (file.name.endsWith('.gz')) yield file;
    },
  });
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder];
  const { files, bytes } = await moveFiles(finished(source), target, () => undefined);
  if (files > 0) console.log(`tiles: ${files} files (${megabytes(bytes)}) are in ${target.place} now.`);
}

/** The history of the embedded database stays on this disk, too. The running site sends what comes later. */
async function sendHistory(env: Env): Promise<void> {
  const place = historyPlaceOf(env);
  const cluster = await clusterNumber(foldersIn(env.dataDir).data);
  if (place === undefined || cluster === undefined || env.databaseUrl !== undefined) return;
  const files = await historySender(historyIn(env.dataDir), place, cluster).send();
  if (files > 0) console.log(`history: ${files} files are in ${place.store.place}, too.`);
}

/** Pages need nothing of these: they stay until somebody decides. */
async function tellWhatStays(env: Env): Promise<void> {
  for (const kind of ['backups', 'history'] as const) {
    const store = bucketStoreOf(kind, env);
    const { files } = store ? await countFiles(store) : { files: 0 };
    if (files > 0)
      console.log(`${kind}: ${files} files stay in the bucket, where nothing is added or removed any more.`);
  }
}

async function move(env: Env, to: 's3' | 'folder'): Promise<void> {
  refuseUnprepared(env, to);
  openDataDir(env.dataDir);
  for (const kind of fileKinds) {
    const folder = folderStoreOf(kind, env);
    const bucket = bucketStoreOf(kind, env);
    if (bucket === undefined) continue;
    const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder];
    // The next list has what came while this one was read.
    for (let files = -1; files !== 0; ) {
      const moved = await moveFiles(source, target, (sofar) => {
        if (sofar.files % filesBetweenLines === 0)
          console.log(`${kind}: ${sofar.files} files (${megabytes(sofar.bytes)}) …`);
      });
      files = moved.files;
      if (files > 0) console.log(`${kind}: ${files} files (${megabytes(moved.bytes)}) are in ${target.place} now.`);
    }
    // The folder stays while it holds a file that a killed process was writing; the nightly sweep removes that file.
    if (to === 's3') await rmdir(folder.workFolder).catch(() => undefined);
  }
  await moveTiles(env, to);
  if (to === 's3') await sendHistory(env);
  else await tellWhatStays(env);
  console.log(
    to === 's3'
      ? 'Nothing is left in the folder.'
      : 'No file that the site needs is left in the bucket: the S3 settings can go.',
  );
}

await runCommand(async () => {
  const { positionals, values } = readArguments(usage, { allowPositionals: true, options: { to: { type: 'string' } } });
  const [command, ...others] = positionals;
  const { to } = values;
  if (command === undefined && to === undefined) return tell(readEnv());
  if (command !== 'move' || others.length > 0 || (to !== 's3' && to !== 'folder')) throw new CommandError(usage);
  await move(readEnv(), to);
});
