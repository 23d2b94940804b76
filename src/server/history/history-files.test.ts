import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { basesToDrop, historyIn, lineageAt, logToDrop, makeHistoryFolders, noteTimeline } from './history-files.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
});
afterEach(() => rm(folder, { recursive: true }));

const day = (number: number) => new Date(Date.UTC(2026, 10, number, 12));
const base = (number: number, firstLog: string) => ({ file: `${number}`, endedAt: day(number), firstLog });
const bases = [
  base(1, '000000010000000000000002'),
  base(2, '0000000100000000000000FE'),
  base(3, '000000010000000100000001'),
];

it('keeps the newest base before the first day that is kept, and the log from the oldest base on', () => {
  expect(basesToDrop(bases, day(0))).toEqual([]);
  expect(basesToDrop(bases, day(2))).toEqual([bases[0]]);
  expect(basesToDrop(bases, day(9))).toEqual(bases.slice(0, 2));
  const names = [
    '0000000100000000000000FD',
    '0000000200000000000000FE',
    '000000010000000100000000',
    '00000002.history',
  ];
  expect(logToDrop(bases.slice(1), names)).toEqual([names[0]]);
  expect(logToDrop([], names)).toEqual([]);
});

it('knows on which line of time a moment was, and where that left the one before', async () => {
  const folders = historyIn(folder);
  await makeHistoryFolders(folders);
  const at = async (moment: Date) => [...(await lineageAt(folders, moment))];
  expect(await at(day(1))).toEqual([[1, day(1)]]);
  await noteTimeline(folders, { timeline: 2, since: day(5).toISOString(), from: 1, at: day(3).toISOString() });
  await noteTimeline(folders, { timeline: 3, since: day(7).toISOString(), from: 1, at: day(4).toISOString() });
  expect(await at(day(4))).toEqual([[1, day(4)]]);
  expect(await at(day(6))).toEqual([
    [2, day(6)],
    [1, day(3)],
  ]);
  expect(await at(day(8))).toEqual([
    [3, day(8)],
    [1, day(4)],
  ]);
});
