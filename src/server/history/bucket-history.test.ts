import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeIdentity } from '#server/backup/encrypt-file.ts';
import { createS3Client } from '#server/storage/s3-client.ts';
import { createS3Store } from '#server/storage/s3-store.ts';
import { dayMs, minuteMs } from '#shared/times.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { historySender, listBucketHistory } from './bucket-history.ts';
import { fetchHistory } from './fetch-history.ts';
import { type HistoryFolders, historyIn, makeHistoryFolders } from './history-files.ts';

const own = '7440000000000000001';
const now = new Date('2026-11-25T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const baseOf = (days: number, log: string) => `${daysAgo(days).getTime()}-0000000100000000000000${log}.base`;
const logOf = (log: string) => `0000000100000000000000${log}.zst`;

let server: S3StandIn;
beforeAll(async () => {
  server = await startS3StandIn();
});
afterAll(() => server.close());

let home = '';
let folders: HistoryFolders;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bucket-history-'));
  folders = historyIn(join(home, 'one'));
  await makeHistoryFolders(folders);
  server.objects.clear();
});
afterEach(() => rm(home, { recursive: true }));

const openStore = () =>
  createS3Store({
    client: createS3Client(server.env),
    prefix: 'history/',
    bucket: server.env.bucket,
    folder: join(home, 'cache'),
    maxBytes: 0,
  });
const sender = (recipient?: string) => historySender(folders, { store: openStore(), recipient }, own);
const inBucket = () => [...server.objects.keys()].toSorted();
const add = async (folder: 'bases' | 'log', ...names: string[]) => {
  for (const name of names) await writeFile(join(folders[folder], name), `bytes of ${name}`);
};

it('sends what is whole, once, and again what has changed', async () => {
  await add('bases', baseOf(2, '02'), '4711.growing');
  await add('log', logOf('02'), logOf('03'), '000000010000000000000004.part');
  const first = sender();
  expect(await first.send()).toBe(3);
  expect(inBucket()).toEqual([
    `history/${own}/bases/${baseOf(2, '02')}`,
    `history/${own}/log/${logOf('02')}`,
    `history/${own}/log/${logOf('03')}`,
  ]);
  expect(await first.send()).toBe(0);
  // A restore saves the unfinished end of the log; the server may finish that file later.
  const part = join(folders.log, `${logOf('03')}.part`);
  await writeFile(part, 'more of it');
  const later = new Date(Date.now() + 60_000);
  await utimes(part, later, later);
  await rename(part, join(folders.log, logOf('03')));
  expect(await first.send()).toBe(1);
  expect(server.objects.get(`history/${own}/log/${logOf('03')}`)?.bytes.toString()).toBe('more of it');
});

it('asks the bucket after a start what it has', async () => {
  await add('log', logOf('02'));
  // The store's clock may be off by a quarter of an hour: what is younger is sent again.
  const earlier = new Date(Date.now() - 16 * minuteMs);
  await utimes(join(folders.log, logOf('02')), earlier, earlier);
  expect(await sender().send()).toBe(1);
  await add('log', logOf('03'));
  expect(await sender().send()).toBe(1);
});

it('drops by age what no minute needs, never because this disk has lost it', async () => {
  await add('bases', baseOf(9, '02'), baseOf(8, '04'), baseOf(1, '06'));
  await add('log', logOf('02'), logOf('03'), logOf('04'), logOf('06'));
  await sender().send();
  const other = historySender(folders, { store: openStore(), recipient: undefined }, '7440000000000000002');
  await other.send();
  for (const [name, held] of server.objects) if (name.includes('0002/')) held.at = daysAgo(8);
  await rm(folders.bases, { recursive: true });
  const pruning = sender();
  await pruning.prune(7, now);
  expect(inBucket()).toEqual(
    [`bases/${baseOf(8, '04')}`, `bases/${baseOf(1, '06')}`, `log/${logOf('04')}`, `log/${logOf('06')}`].map(
      (path) => `history/${own}/${path}`,
    ),
  );
});

it('encrypts for a public key, and brings back with the private one only what the minute needs', async () => {
  const { identity, recipient } = await makeIdentity();
  const identityFile = join(home, 'key');
  await writeFile(identityFile, identity);
  await add('bases', baseOf(9, '02'), baseOf(2, '04'));
  await add('log', logOf('02'), logOf('04'), logOf('05'));
  await sender(recipient).send();
  expect(inBucket().every((name) => name.endsWith('.age'))).toBe(true);
  expect(server.objects.get(`history/${own}/log/${logOf('05')}.age`)?.bytes.toString()).toMatch(/^age-encryption/);

  const empty = historyIn(join(home, 'other'));
  await makeHistoryFolders(empty);
  const request = { moment: daysAgo(1), own: undefined };
  await expect(fetchHistory({ store: openStore(), identityFile: undefined }, empty, request)).rejects.toThrow(
    'it is encrypted: add --identity FILE',
  );
  server.asked.length = 0;
  const fetched = await fetchHistory({ store: openStore(), identityFile }, empty, request);
  expect(fetched.bases).toBe(join(home, 'other/history/fetched/bases'));
  const asked = server.asked
    .filter((line) => line.startsWith(`GET history/${own}/`))
    .map((line) => line.split('/').at(-1));
  expect(asked).toEqual([`${baseOf(2, '04')}.age`, `${logOf('04')}.age`, `${logOf('05')}.age`]);
  await expect(
    fetchHistory({ store: openStore(), identityFile }, empty, { moment: daysAgo(20), own: undefined }),
  ).rejects.toThrow(`it begins at ${daysAgo(9).toISOString()}`);
});

it('knows no file whose name leads out of the folders of a history', async () => {
  await add('log', logOf('02'));
  await sender().send();
  const [content] = server.objects.values();
  if (content === undefined) throw new Error('the stand-in has what was sent');
  for (const name of ['log/../../outside.zst', `../bases/${baseOf(2, '02')}`, `bases/../../${baseOf(2, '02')}`]) {
    server.objects.set(`history/${own}/${name}`, content);
  }
  expect((await listBucketHistory(openStore())).map(({ path }) => path)).toEqual([`log/${logOf('02')}`]);
});
