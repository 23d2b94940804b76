import { expect, it } from 'vitest';
import { confirmedAgo } from './confirmed-text.ts';

const zone = 'America/Chicago';

it.each([
  // A quarter to midnight in the town, and a quarter past.
  ['2026-07-04T04:45:00Z', '2026-07-04T04:59:00Z', 'today'],
  ['2026-07-04T04:45:00Z', '2026-07-04T05:15:00Z', 'yesterday'],
  ['2026-07-04T17:00:00Z', '2026-07-06T05:15:00Z', '2 days ago'],
  ['2026-07-01T17:00:00Z', '2026-07-31T17:00:00Z', '30 days ago'],
  ['2026-07-01T17:00:00Z', '2026-08-01T17:00:00Z', '1 month ago'],
  ['2026-07-01T17:00:00Z', '2026-09-01T17:00:00Z', '2 months ago'],
  ['2026-07-01T17:00:00Z', '2027-06-30T17:00:00Z', '11 months ago'],
  ['2026-07-01T17:00:00Z', '2027-07-02T17:00:00Z', '1 year ago'],
  ['2026-07-01T17:00:00Z', '2029-07-02T17:00:00Z', '3 years ago'],
  // Across both changes of the clock.
  ['2026-03-07T18:00:00Z', '2026-03-09T17:00:00Z', '2 days ago'],
  ['2026-10-31T17:00:00Z', '2026-11-02T18:00:00Z', '2 days ago'],
  // A visitor's clock that is behind.
  ['2026-07-04T17:00:00Z', '2026-07-03T17:00:00Z', 'today'],
])('confirmed at %s and seen at %s: %s', (confirmedAt, now, text) => {
  expect(confirmedAgo(confirmedAt, new Date(now), zone)).toBe(text);
});
