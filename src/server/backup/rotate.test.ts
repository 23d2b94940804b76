import { expect, it } from 'vitest';
import { backupName, outdatedBackups } from '#server/backup/rotate.ts';

/** One a day for 100 days up to 2026-11-23, a Monday, in town. */
const daily = Array.from({ length: 100 }, (_, n) => {
  const day = new Date(Date.UTC(2026, 10, 23 - n)).toISOString().slice(0, 10);
  return backupName('oak-bend', { day, clock: '03:15' }, n % 2 === 0);
});

it('names a backup by its pack and the town’s time', () => {
  expect(backupName('oak-bend', { day: '2026-11-23', clock: '03:15' }, false)).toBe('oak-bend-2026-11-23-0315.backup');
  expect(daily[0]).toBe('oak-bend-2026-11-23-0315.backup.age');
});

it('keeps the newest of the last days, weeks and months', () => {
  const gone = new Set(outdatedBackups(daily.toReversed(), 'oak-bend', { days: 3, weeks: 3, months: 3 }));
  const kept = daily.filter((name) => !gone.has(name)).map((name) => name.slice(9, 19));
  expect(kept).toEqual(['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-15', '2026-10-31', '2026-09-30']);
});

it('keeps the last of several on one day, and the newest whatever is asked for', () => {
  const twice = ['oak-bend-2026-11-23-0315.backup', 'oak-bend-2026-11-23-1500.backup'];
  expect(outdatedBackups(twice, 'oak-bend', { days: 7, weeks: 0, months: 0 })).toEqual([twice[0]]);
  expect(outdatedBackups(twice, 'oak-bend', { days: 0, weeks: 0, months: 0 })).toEqual([twice[0]]);
});

it('never names a file that it has not made', () => {
  const others = [
    'notes.txt',
    'oak-bend.backup',
    'before-upgrade.backup',
    'elm-2026-11-20-0315.backup',
    'oak-bend-north-2026-11-20-0315.backup',
    'oak-bend-2026-11-20-0315.backup.part',
    '../oak-bend-2026-11-20-0315.backup',
  ];
  expect(outdatedBackups([...others, daily[0] ?? ''], 'oak-bend', { days: 1, weeks: 0, months: 0 })).toEqual([]);
});
