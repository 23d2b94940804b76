/** Measures the memory that a stranger's picture may cost; docs/decisions/0006-pictures.md says how much. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxPixels } from './encode-picture.ts';
import { maxPictureBytes } from './store-picture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-memory-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const script = join(import.meta.dirname, '../../../tests/support/store-pictures.ts');

/** Stores each file this many times at once, in a separate process. */
async function store(count: number, ...files: string[]) {
  const uploads = join(folder, 'uploads');
  const { stdout } = await promisify(execFile)(process.execPath, [script, uploads, String(count), ...files]);
  const measured = JSON.parse(stdout) as { outcomes: string[]; beforeMb: number; peakMb: number };
  return { ...measured, stored: await readdir(uploads).catch(() => []) };
}

/**
 * The most expensive kind: a decoder holds a progressive JPEG as a whole. Padded after its end to the last
 * allowed byte.
 */
async function largestAllowed(): Promise<string> {
  const width = 8000;
  const height = maxPixels / width;
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#b5532f' } })
    .jpeg({ progressive: true, quality: 60, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const file = join(folder, 'largest.jpg');
  await writeFile(file, Buffer.concat([jpeg, Buffer.alloc(maxPictureBytes - jpeg.length)]));
  return file;
}

/** Makes a picture whose header claims this size, although the content is small. */
async function saidToBe(width: number, height: number): Promise<string> {
  const png = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#b5532f' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  const file = join(folder, `${width}x${height}.png`);
  await writeFile(file, png);
  return file;
}

it('the largest pictures allowed, sent at once, take no more memory than one of them', {
  timeout: 300_000,
}, async () => {
  const { outcomes, beforeMb, peakMb, stored } = await store(2, await largestAllowed());
  expect(outcomes).toEqual(['stored', 'stored']);
  expect(stored).toHaveLength(2 * 6);
  expect(peakMb - beforeMb).toBeLessThan(400);
});

it('a long one that lets light through is stored less sharp and takes no more', { timeout: 300_000 }, async () => {
  const file = join(folder, 'long.webp');
  await sharp({ create: { width: 1600, height: 16_383, channels: 4, background: '#b5532f80' } })
    .webp()
    .toFile(file);
  const { outcomes, beforeMb, peakMb, stored } = await store(1, file);
  expect(outcomes).toEqual(['stored']);
  expect(peakMb - beforeMb).toBeLessThan(400);
  const largest = await sharp(
    join(folder, 'uploads', stored.find((name) => name.endsWith('@1600.webp')) ?? ''),
  ).metadata();
  expect(largest.width / largest.height).toBeCloseTo(1600 / 16_383, 2);
});

it('50,000 px are refused by what the file says of itself: nothing is decoded, and nothing kept', async () => {
  const files = [await saidToBe(50_000, 50_000), await saidToBe(50_000, 801), await saidToBe(801, 50_000)];
  const { outcomes, beforeMb, peakMb, stored } = await store(2, ...files);
  expect(outcomes).toEqual(Array(6).fill('too_large'));
  expect(peakMb - beforeMb).toBeLessThan(60);
  expect(stored).toEqual([]);
});
