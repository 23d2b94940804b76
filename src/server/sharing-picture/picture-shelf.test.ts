import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPictureShelf } from './picture-shelf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shelf-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the oldest pictures go when they take too much room', async () => {
  for (let n = 0; n < 5; n++) {
    await writeFile(join(folder, `old-${n}.png`), Buffer.alloc(100));
    await utimes(join(folder, `old-${n}.png`), n + 1, n + 1);
  }
  const shelf = createPictureShelf(folder, 350);
  await shelf.keep('new.png', Buffer.alloc(100));
  expect((await readdir(folder)).sort()).toEqual(['new.png', 'old-3.png', 'old-4.png']);
  expect(await shelf.find('new.png')).toHaveLength(100);
  expect(await shelf.find('gone.png')).toBeNull();
});

test('a place where nothing can be written keeps nothing and stops nobody', async () => {
  await writeFile(join(folder, 'file'), '');
  const shelf = createPictureShelf(join(folder, 'file/below'), 1000);
  await shelf.keep('x', Buffer.alloc(1));
  expect(await shelf.find('x')).toBeNull();
});
