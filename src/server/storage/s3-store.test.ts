import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { behavesAsStore, openOn } from '#tests/support/s3-behavior.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { createChainedStore } from './chained-store.ts';
import { createFolderStore } from './folder-store.ts';
import { StoreAway } from './store-away.ts';

let server: S3StandIn;
let folder: string;
beforeAll(async () => {
  server = await startS3StandIn();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-store-'));
});
afterEach(async () => {
  server.mood = 'well';
  await rm(folder, { recursive: true, force: true });
});

describe('a store behind S3', () => behavesAsStore(() => server.env));

it('names pictures by their kind, so that the bucket shows them', async () => {
  await openOn(server.env, folder).put('a.avif', Buffer.from('a'));
  expect(server.objects.get('uploads/a.avif')?.type).toBe('image/avif');
});

it('takes all files or none', async () => {
  const store = openOn(server.env, folder);
  await mkdir(store.workFolder, { recursive: true });
  const path = join(store.workFolder, '.new-1');
  await writeFile(path, 'one');
  const files = new Map([
    ['first', path],
    ['second', join(store.workFolder, '.new-2')],
  ]);
  await expect(store.take(files)).rejects.toMatchObject({ code: 'ENOENT' });
  expect([...server.objects.keys()].filter((name) => /first|second/.test(name))).toEqual([]);
});

it('gives what it has copied while the store is away, and says of the rest that it is away', async () => {
  const store = openOn(server.env, folder);
  await store.put('a.webp', Buffer.from('a'));
  const path = await store.localCopy('a.webp');
  if (path === null) throw new Error('there is no copy');
  await utimes(path, 0, 0);
  server.mood = 'failing';
  expect(await store.localCopy('a.webp')).toBe(path);
  await expect(store.localCopy('b.webp')).rejects.toThrow(StoreAway);
  await expect(store.put('b.webp', Buffer.from('b'))).rejects.toThrow(StoreAway);
});

it('spares a store that has just failed', async () => {
  const store = openOn(server.env, folder);
  server.mood = 'failing';
  await expect(store.open('a')).rejects.toThrow(StoreAway);
  const before = server.asked.length;
  await expect(store.open('a')).rejects.toThrow('does not answer');
  expect(server.asked).toHaveLength(before);
});

it('drops the copies that were not used for longest when they take too much', async () => {
  const store = openOn(server.env, folder);
  const copies = join(folder, 'copies');
  await mkdir(copies, { recursive: true });
  for (const name of ['old', 'older', 'used']) await writeFile(join(copies, name), Buffer.alloc(400_000));
  await utimes(join(copies, 'old'), 2_000, 2_000);
  await utimes(join(copies, 'older'), 1_000, 1_000);
  await store.put('new', Buffer.alloc(200_000));
  await store.localCopy('new');
  expect((await readdir(copies)).toSorted()).toEqual(['new', 'old', 'used']);
});

it('finds what has not been moved yet, and removes it from both places', async () => {
  const old = createFolderStore(join(folder, 'old'));
  await old.put('there', Buffer.from('old'));
  const bucket = openOn(server.env, folder, 'chained/');
  const both = createChainedStore(bucket, old);
  await both.put('new', Buffer.from('new'));
  expect(await both.localCopy('there')).toBe(join(folder, 'old/there'));
  const names: string[] = [];
  for await (const { name } of both.list()) names.push(name);
  expect(names).toEqual(['new', 'there']);
  server.mood = 'failing';
  expect(await both.localCopy('there')).toBe(join(folder, 'old/there'));
  await expect(both.localCopy('nowhere')).rejects.toThrow(StoreAway);
  server.mood = 'well';
  await createChainedStore(openOn(server.env, join(folder, 'again'), 'chained/'), old).remove(['there', 'new']);
  expect(await old.stat('there')).toBeNull();
  expect([...server.objects.keys()].filter((name) => name.startsWith('chained/'))).toEqual([]);
});
