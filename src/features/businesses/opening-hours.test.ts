import { describe, expect, test } from 'vitest';
import type { OpeningHours } from '#shared/opening-hours.ts';
import type { Closures } from './closures.ts';
import { cardState, closureDays, openingDays, openState } from './opening-hours.ts';

const zone = 'America/Chicago';
/** The city is five hours behind UTC in summer and six in winter. */
const state = (hours: OpeningHours, instant: string) => openState(hours, new Date(instant), zone).text;
const times = (hours: OpeningHours) =>
  Object.fromEntries(openingDays(hours).map((day) => [day.name, day.times.join(', ')]));

const office: OpeningHours = Object.fromEntries(
  (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => [day, [['09:00', '17:00']]]),
);
const restaurant: OpeningHours = {
  tue: [
    ['11:00', '14:30'],
    ['17:00', '21:00'],
  ],
};
const bar: OpeningHours = {
  sun: [['00:00', '01:30']],
  fri: [['16:00', '24:00']],
  sat: [
    ['00:00', '01:30'],
    ['16:00', '24:00'],
  ],
};
const always: OpeningHours = Object.fromEntries(
  (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const).map((day) => [day, [['00:00', '24:00']]]),
);

describe('whether it is open', () => {
  test.each([
    ['2026-07-06T13:59:00Z', 'Closed · opens 9:00 AM'],
    ['2026-07-06T14:00:00Z', 'Open now · until 5:00 PM'],
    ['2026-07-06T21:59:59Z', 'Open now · until 5:00 PM'],
    ['2026-07-06T22:00:00Z', 'Closed · opens Tuesday 9:00 AM'],
    ['2026-07-10T22:00:00Z', 'Closed · opens Monday 9:00 AM'],
    ['2026-07-12T18:00:00Z', 'Closed · opens Monday 9:00 AM'],
  ])('an office at %s: %s', (instant, text) => {
    expect(state(office, instant)).toBe(text);
  });

  test.each([
    ['2026-07-07T19:29:00Z', 'Open now · until 2:30 PM'],
    ['2026-07-07T19:30:00Z', 'Closed · opens 5:00 PM'],
    ['2026-07-07T22:00:00Z', 'Open now · until 9:00 PM'],
    ['2026-07-08T02:00:00Z', 'Closed · opens Tuesday 11:00 AM'],
  ])('a day in two parts at %s: %s', (instant, text) => {
    expect(state(restaurant, instant)).toBe(text);
  });

  test.each([
    ['2026-07-11T04:30:00Z', 'Open now · until 1:30 AM'],
    ['2026-07-11T05:00:00Z', 'Open now · until 1:30 AM'],
    ['2026-07-11T06:30:00Z', 'Closed · opens 4:00 PM'],
    ['2026-07-12T05:10:00Z', 'Open now · until 1:30 AM'],
    ['2026-07-12T06:30:00Z', 'Closed · opens Friday 4:00 PM'],
  ])('a bar that closes after midnight, also from Saturday to Sunday, at %s: %s', (instant, text) => {
    expect(state(bar, instant)).toBe(text);
  });

  test('hours that end before they begin go on into the next day', () => {
    expect(state({ sat: [['20:00', '02:00']] }, '2026-07-12T06:00:00Z')).toBe('Open now · until 2:00 AM');
  });

  test('the wall clock decides on both sides of a clock change', () => {
    const early: OpeningHours = { sun: [['08:00', '12:00']] };
    // 2026-03-08: clocks go forward at 2 AM; 2026-11-01: back at 2 AM.
    expect(state(early, '2026-03-08T12:59:00Z')).toBe('Closed · opens 8:00 AM');
    expect(state(early, '2026-03-08T13:00:00Z')).toBe('Open now · until 12:00 PM');
    expect(state(early, '2026-11-01T13:59:00Z')).toBe('Closed · opens 8:00 AM');
    expect(state(early, '2026-11-01T14:00:00Z')).toBe('Open now · until 12:00 PM');
  });

  test('round the clock, one day round the clock, and never', () => {
    expect(state(always, '2026-07-06T08:00:00Z')).toBe('Open now');
    expect(state({ mon: [['00:00', '24:00']] }, '2026-07-06T08:00:00Z')).toBe('Open now · until midnight');
    expect(state({ mon: [['00:00', '24:00']] }, '2026-07-05T08:00:00Z')).toBe('Closed · opens Monday 12:00 AM');
    expect(state({}, '2026-07-06T08:00:00Z')).toBe('Closed');
    expect(state({ mon: [] }, '2026-07-06T08:00:00Z')).toBe('Closed');
  });

  test("the weekday is the city's, not that of the visitor or of UTC", () => {
    expect(openState(office, new Date('2026-07-07T03:00:00Z'), zone).weekday).toBe(1);
  });
});

describe('the table of hours', () => {
  test('begins on Monday and says when it is closed', () => {
    expect(openingDays(office).map((day) => day.name)).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    expect(times(office).Monday).toBe('9:00 AM – 5:00 PM');
    expect(times(office).Saturday).toBe('Closed');
  });

  test('a day in two parts has both', () => {
    expect(times(restaurant).Tuesday).toBe('11:00 AM – 2:30 PM, 5:00 PM – 9:00 PM');
  });

  test('an evening stays with its day when it ends after midnight', () => {
    expect(times(bar)).toMatchObject({
      Friday: '4:00 PM – 1:30 AM',
      Saturday: '4:00 PM – 1:30 AM',
      Sunday: 'Closed',
    });
  });

  test('round the clock', () => {
    expect(new Set(Object.values(times(always)))).toEqual(new Set(['Open 24 hours']));
    expect(times({ mon: [['00:00', '24:00']] }).Monday).toBe('Open 24 hours');
    expect(times({ fri: [['18:00', '24:00']], sat: [['00:00', '24:00']], sun: [['00:00', '10:00']] })).toMatchObject({
      Friday: '6:00 PM – midnight',
      Saturday: 'Open 24 hours',
      Sunday: '12:00 AM – 10:00 AM',
      Monday: 'Closed',
    });
  });

  test('a night that runs into the next opening leaves that day its own hours', () => {
    expect(times({ mon: [['18:00', '09:00']], tue: [['09:00', '17:00']] })).toMatchObject({
      Monday: '6:00 PM – 9:00 AM',
      Tuesday: '9:00 AM – 5:00 PM',
      Wednesday: 'Closed',
    });
    expect(times({ sat: [['18:00', '09:00']], sun: [['08:00', '17:00']] })).toMatchObject({
      Saturday: '6:00 PM – 9:00 AM',
      Sunday: '8:00 AM – 5:00 PM',
    });
  });

  test('until midnight', () => {
    expect(times({ mon: [['16:00', '24:00']] }).Monday).toBe('4:00 PM – midnight');
  });
});

describe('days on which it stays closed', () => {
  const christmas = { from: '2026-12-24', to: '2026-12-27', note: 'Christmas' };
  const during = (closures: Closures, instant: string) => openState(office, new Date(instant), zone, closures).text;

  test.each([
    ['2026-12-24T18:00:00Z', 'Closed through Dec 27 · Christmas'],
    ['2026-12-27T18:00:00Z', 'Closed today · Christmas'],
    ['2026-12-23T18:00:00Z', 'Open now · until 5:00 PM'],
    ['2026-12-24T02:00:00Z', 'Closed · opens Monday 9:00 AM'],
    ['2026-12-28T18:00:00Z', 'Open now · until 5:00 PM'],
  ])('at %s: %s', (instant, text) => {
    expect(during([christmas], instant)).toBe(text);
  });

  test('a day more than a week ahead is a date', () => {
    const long = { from: '2026-12-24', to: '2027-01-10', note: '' };
    expect(during([long], '2026-12-24T02:00:00Z')).toBe('Closed · opens Jan 11 9:00 AM');
    expect(during([long], '2026-12-26T18:00:00Z')).toBe('Closed through Jan 10');
  });

  test('are written from first to last', () => {
    expect([closureDays(christmas), closureDays({ ...christmas, to: '2026-12-24' })]).toEqual([
      'Dec 24 – Dec 27',
      'Dec 24',
    ]);
  });
});

describe('what a card says', () => {
  const card = (hours: OpeningHours, instant: string, closures: Closures = []) =>
    cardState(hours, new Date(instant), zone, closures);

  test.each([
    [office, '2026-07-06T13:59:00Z', 'Opens 9 AM'],
    [office, '2026-07-06T14:00:00Z', 'Open · closes 5 PM'],
    [office, '2026-07-06T21:59:59Z', 'Open · closes 5 PM'],
    [office, '2026-07-06T22:00:00Z', 'Opens Tue 9 AM'],
    [office, '2026-07-10T22:00:00Z', 'Opens Mon 9 AM'],
    [restaurant, '2026-07-07T19:29:00Z', 'Open · closes 2:30 PM'],
    // The same weekday in a week.
    [restaurant, '2026-07-08T02:00:00Z', 'Opens Tue 11 AM'],
    [bar, '2026-07-11T04:30:00Z', 'Open · closes 1:30 AM'],
    [always, '2026-07-11T04:30:00Z', 'Open 24 hours'],
    [{ mon: [['00:00', '24:00']], tue: [['00:00', '18:00']] }, '2026-07-06T06:00:00Z', 'Open · closes Tue 6 PM'],
    [{}, '2026-07-06T14:00:00Z', 'Closed'],
  ] as [OpeningHours, string, string][])('%j at %s: %s', (hours, instant, text) => {
    const state = card(hours, instant);
    expect(state.text).toBe(text);
    expect(state.isOpen).toBe(text.startsWith('Open '));
  });

  test('holidays count', () => {
    const fourth: Closures = [{ from: '2026-07-06', to: '2026-07-06', note: 'Inventory' }];
    expect(card(office, '2026-07-06T15:00:00Z', fourth)).toEqual({
      isOpen: false,
      text: 'Closed today · opens Tue 9 AM',
    });
    const vacation: Closures = [{ from: '2026-07-06', to: '2026-07-20', note: '' }];
    expect(card(office, '2026-07-06T15:00:00Z', vacation).text).toBe('Closed through Jul 20');
    // Before it begins, the next opening is after it.
    expect(card(office, '2026-07-04T15:00:00Z', vacation).text).toBe('Opens Jul 21');
  });
});
