import { expect, it } from 'vitest';
import { groupByDay, nearDay } from './event-days.ts';

const at = (startDate: string) => ({ startDate });

it('divides a list into months and days of the city; what is still on belongs to the first day', () => {
  const events = [
    at('2026-12-28T15:00:00Z'),
    at('2026-12-30T15:00:00Z'),
    // Ten in the evening of December 31 in Chicago.
    at('2027-01-01T04:00:00Z'),
    at('2027-01-02T15:00:00Z'),
  ];
  const options = { first: '2026-12-30', today: '2026-12-30', timeZone: 'America/Chicago' };
  expect(
    groupByDay(events, options).map(({ label, days }) => [label, days.map((one) => [one.label, one.events.length])]),
  ).toEqual([
    [
      'December',
      [
        ['Wednesday, December 30', 2],
        ['Thursday, December 31', 1],
      ],
    ],
    ['January 2027', [['Saturday, January 2, 2027', 1]]],
  ]);
});

it('calls two days by their names', () => {
  expect(['2026-12-31', '2027-01-01', '2027-01-02'].map((day) => nearDay(day, '2026-12-31'))).toEqual([
    'Today',
    'Tomorrow',
    null,
  ]);
});
