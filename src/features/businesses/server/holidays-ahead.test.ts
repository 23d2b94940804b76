import { expect, it } from 'vitest';
import { holidaysAhead, holidaysChangeOn } from './holidays-ahead.ts';
import { pageChangesAt } from './read-offers.ts';

const nine: [string, string] = ['09:00', '17:00'];
const weekdaysOnly = { mon: [nine], tue: [nine], wed: [nine], thu: [nine], fri: [nine] };

it('names a holiday two weeks before, and on its day', () => {
  const thanksgiving = { day: '2026-11-26', name: 'Thanksgiving', isClosed: false };
  const ahead = (today: string) => holidaysAhead({ hours: weekdaysOnly, closures: [] }, today);
  expect(ahead('2026-11-11')).toEqual([{ day: '2026-11-11', name: 'Veterans Day', isClosed: false }]);
  expect(ahead('2026-11-12')).toEqual([thanksgiving]);
  expect(ahead('2026-11-26')).toEqual([thanksgiving]);
  expect(ahead('2026-11-27')).toEqual([]);
});

it('says closed where the listing says so, and nothing of a day on which it is closed anyway', () => {
  const closures = [{ from: '2026-12-24', to: '2026-12-26', note: 'Holidays' }];
  expect(holidaysAhead({ hours: weekdaysOnly, closures }, '2026-12-20')).toEqual([
    { day: '2026-12-24', name: 'Christmas Eve', isClosed: true },
    { day: '2026-12-25', name: 'Christmas Day', isClosed: true },
    { day: '2026-12-31', name: 'New Year’s Eve', isClosed: false },
    { day: '2027-01-01', name: 'New Year’s Day', isClosed: false },
  ]);
  // Juneteenth of 2027 is a Saturday.
  expect(holidaysAhead({ hours: weekdaysOnly, closures: [] }, '2027-06-18')).toEqual([]);
  expect(holidaysAhead({ hours: null, closures }, '2026-12-20')).toEqual([]);
});

it('is made anew at the town’s midnight when a holiday comes near or is over, and when a closing is over', () => {
  expect(holidaysChangeOn('2026-11-12')).toBe('2026-11-27');
  expect(holidaysChangeOn('2026-11-27')).toBe('2026-12-10');
  const page = { offers: [], announcements: [], events: [], premiumExpiresAt: null, closures: [] };
  const clock = { now: new Date('2026-11-27T18:00:00Z'), timeZone: 'America/Chicago' };
  expect(pageChangesAt({ ...page, hours: weekdaysOnly }, clock)).toEqual(new Date('2026-12-10T06:00:00Z'));
  expect(pageChangesAt({ ...page, hours: null }, clock)).toBeNull();
  const closures = [{ from: '2026-11-27', to: '2026-11-28', note: '' }];
  expect(pageChangesAt({ ...page, hours: null, closures }, clock)).toEqual(new Date('2026-11-29T06:00:00Z'));
});
