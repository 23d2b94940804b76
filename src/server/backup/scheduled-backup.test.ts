import { expect, it } from 'vitest';
import { isBackupDue } from '#server/backup/scheduled-backup.ts';

const timeZone = 'America/Chicago';
const due = (now: string, last: string | null, failed: string | null = null) =>
  isBackupDue(
    { at: '03:15' },
    {
      now: new Date(now),
      timeZone,
      last: last === null ? null : { at: new Date(last), file: 'a', proof: null },
      failure: failed === null ? null : { at: new Date(failed), reason: 'no' },
    },
  );

it('is due once after 3:15 in the town, and when there is none yet', () => {
  // 3:15 AM in Chicago is 9:15 UTC in winter and 8:15 in summer.
  expect(due('2026-01-10T09:14:00Z', '2026-01-09T09:20:00Z')).toBe(false);
  expect(due('2026-01-10T09:16:00Z', '2026-01-09T09:20:00Z')).toBe(true);
  expect(due('2026-07-10T08:16:00Z', '2026-07-09T08:20:00Z')).toBe(true);
  expect(due('2026-01-10T23:00:00Z', '2026-01-10T09:20:00Z')).toBe(false);
  expect(due('2026-01-10T23:00:00Z', null)).toBe(true);
});

it('is made up for by a machine that was off at night', () => {
  expect(due('2026-01-10T18:00:00Z', '2026-01-08T09:20:00Z')).toBe(true);
});

it('is tried again an hour after a failure', () => {
  expect(due('2026-01-10T09:50:00Z', null, '2026-01-10T09:20:00Z')).toBe(false);
  expect(due('2026-01-10T10:20:00Z', null, '2026-01-10T09:20:00Z')).toBe(true);
  expect(due('2026-01-10T10:20:00Z', '2026-01-10T09:30:00Z', '2026-01-10T09:20:00Z')).toBe(false);
});
