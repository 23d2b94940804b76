import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';

let root: string;
let folder: string;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-store-'));
  folder = join(root, 'files');
  store = createFolderStore(folder);
});
afterEach(() => rm(root, { recursive: true }));

async function all(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names;
}

it('takes over all files or none', async () => {
  await mkdir(folder);
  const made = join(folder, '.new-1');
  await writeFile(made, 'one');
  await expect(
    store.take(
      new Map([
        ['a', made],
        ['b', join(folder, '.new-2')],
      ]),
    ),
  ).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual([]);
  await writeFile(made, 'one');
  await store.take(new Map([['2026/11/a', made]]));
  expect(await all()).toEqual(['2026/11/a']);
});

it('lists what is whole, and reads all of it or a part', async () => {
  expect(await all()).toEqual([]);
  await store.put('a.txt', Buffer.from('hello'));
  await store.put('a.txt', Buffer.from('hello, town'));
  await writeFile(join(folder, '.new-half'), 'h');
  expect(await all()).toEqual(['a.txt']);
  expect(await store.stat('a.txt')).toMatchObject({ name: 'a.txt', bytes: 11 });
  const part = await store.open('a.txt', { start: 7, end: 10 });
  expect(part?.file.bytes).toBe(11);
  expect(part && (await text(part.content))).toBe('town');
  const path = await store.localCopy('a.txt');
  expect(path && (await readFile(path, 'utf8'))).toBe('hello, town');
});

it('says what is not there, and removes without asking', async () => {
  expect(await store.open('none')).toBeNull();
  expect(await store.stat('none')).toBeNull();
  expect(await store.localCopy('none')).toBeNull();
  await store.put('a', Buffer.from('a'));
  await store.remove(['a', 'none']);
  expect(await all()).toEqual([]);
});
