import { mkdir, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPictures } from './build-pictures.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 700"><path d="M0 0"/></svg>';
let root: string;
const build = () => buildPictures({ packs: join(root, 'cities'), media: join(root, 'media') });
const source = (file: string) => join(root, 'cities/oak-bend/pictures', file);
const built = (file = '') => join(root, 'media/oak-bend', file);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'alameda-pictures-'));
  await mkdir(source(''), { recursive: true });
  await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#566b45' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(source('oak.jpg'));
  await writeFile(source('dam.svg'), drawing);
  await writeFile(source('pictures.json'), '{}');
});
afterEach(() => rm(root, { recursive: true }));

it('makes three widths of each photo, copies drawings and notes the sizes', async () => {
  expect(await build()).toBe(2);
  expect((await readdir(built())).sort()).toEqual([
    'built.json',
    'dam.1600x700.svg',
    'dam.1600x700.svg.br',
    'oak.600x1000@384.avif',
    'oak.600x1000@384.webp',
    'oak.600x1000@600.avif',
    'oak.600x1000@600.webp',
    'sizes.json',
  ]);
  expect(JSON.parse(await readFile(built('sizes.json'), 'utf8'))).toEqual({
    'dam.svg': { width: 1600, height: 700 },
    'oak.jpg': { width: 600, height: 1000 },
  });
  expect(await readFile(built('dam.1600x700.svg'), 'utf8')).toBe(drawing);
});

it('makes nothing again that is there, and only what changed or is gone', async () => {
  await build();
  const before = await stat(built('oak.600x1000@384.avif'));
  expect(await build()).toBe(0);
  await writeFile(source('dam.svg'), drawing.replace('700', '800'));
  expect(await build()).toBe(1);
  expect((await stat(built('oak.600x1000@384.avif'))).mtimeMs).toBe(before.mtimeMs);
  expect(await readdir(built())).not.toContain('dam.1600x700.svg');
  await unlink(built('oak.600x1000@384.webp'));
  expect(await build()).toBe(1);
  await unlink(source('oak.jpg'));
  await build();
  expect((await readdir(built())).filter((file) => file.startsWith('oak'))).toEqual([]);
});

it('names the picture that it cannot use, and keeps what it has made', async () => {
  await writeFile(source('bad.svg'), drawing.replace('<path', '<script/><path'));
  await expect(build()).rejects.toThrow(/oak-bend\/pictures\/bad\.svg: The drawing contains a script/);
  await writeFile(source('bad.svg'), drawing);
  await writeFile(source('broken.png'), 'no picture');
  await expect(build()).rejects.toThrow(/pictures\/broken\.png: /);
  await unlink(source('broken.png'));
  expect(await build()).toBeLessThanOrEqual(3);
  expect(await build()).toBe(0);
});
