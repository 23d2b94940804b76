import { expect, it } from 'vitest';
import { whenText } from './when-text.ts';

it.each([
  ['2026-07-05T00:00:00Z', null, false, 'Saturday, July 4, 7:00 PM'],
  ['2026-07-05T00:00:00Z', '2026-07-05T02:00:00Z', false, 'Saturday, July 4, 7:00 PM - 9:00 PM'],
  ['2026-07-05T03:00:00Z', '2026-07-05T08:00:00Z', false, 'Saturday, July 4, 10:00 PM - 3:00 AM'],
  ['2026-07-05T00:00:00Z', '2026-07-06T21:00:00Z', false, 'Saturday, July 4, 7:00 PM - Monday, July 6, 4:00 PM'],
  ['2026-07-04T05:00:00Z', null, true, 'Saturday, July 4, all day'],
  ['2026-07-04T05:00:00Z', '2026-07-05T05:00:00Z', true, 'Saturday, July 4, all day'],
  ['2026-07-04T05:00:00Z', '2026-07-07T05:00:00Z', true, 'Saturday, July 4, all day - Monday, July 6'],
])('says of %s to %s (all day: %s): %s', (startDate, endDate, allDay, text) => {
  expect(whenText({ startDate, endDate, allDay }, 'America/Chicago', '2026')).toBe(text);
});
