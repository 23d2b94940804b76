import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteBucket } from './bucket-note.ts';
import { historyAge } from './history-age.ts';
import { baseName, historyIn, makeHistoryFolders } from './history-files.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'alameda-history-age-'));
  await makeHistoryFolders(historyIn(dataDir));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

const noon = new Date('2026-11-25T12:00:00Z');
const before = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);
const copyEnds = (at: Date) =>
  writeFileSync(join(historyIn(dataDir).bases, baseName(at, '000000010000000000000003')), '');

it('is unknown where nothing is kept', async () => {
  expect(await historyAge(dataDir, noon)).toEqual({ baseSeconds: Number.NaN, bucketSeconds: Number.NaN });
});

it('is the age of the newest copy, and says how long a bucket that refuses has lacked something', async () => {
  copyEnds(before(3_000));
  copyEnds(before(90));
  vi.useFakeTimers({ now: before(20), toFake: ['Date'] });
  await noteBucket(historyIn(dataDir));
  expect(await historyAge(dataDir, noon)).toEqual({ baseSeconds: 90 * 60, bucketSeconds: 0 });
  await noteBucket(historyIn(dataDir), new Error('refused'));
  expect(await historyAge(dataDir, noon)).toEqual({ baseSeconds: 90 * 60, bucketSeconds: 20 * 60 });
});

it('does not call a bucket whole that never was', async () => {
  await noteBucket(historyIn(dataDir), new Error('refused'));
  expect((await historyAge(dataDir, noon)).bucketSeconds).toBe(Number.POSITIVE_INFINITY);
});
