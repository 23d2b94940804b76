import { expect, it } from 'vitest';
import { isLastOfMonth, never, type Repeat, repeatOf, ruleOf } from './repeat.ts';

/** The second Thursday of its month. */
const thursday = '2026-07-09';

it.each<[Partial<Repeat>, string | null]>([
  [{}, null],
  [{ every: 'day', interval: 2 }, 'FREQ=DAILY;INTERVAL=2'],
  [{ every: 'week' }, 'FREQ=WEEKLY;BYDAY=TH'],
  [{ every: 'week', interval: 2, weekdays: ['SA', 'TU'] }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SA'],
  [{ every: 'month', monthBy: 'day' }, 'FREQ=MONTHLY;BYMONTHDAY=9'],
  [{ every: 'month' }, 'FREQ=MONTHLY;BYDAY=2TH'],
  [{ every: 'month', monthBy: 'last-weekday' }, 'FREQ=MONTHLY;BYDAY=-1TH'],
  [{ every: 'year', ends: 'count', count: '3' }, 'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=9;COUNT=3'],
  [{ every: 'week', ends: 'until', until: '2026-12-31' }, 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231T235959Z'],
])('writes %j as %s and reads it again', (more, rule) => {
  const repeat = { ...never, ...more };
  expect(ruleOf(repeat, thursday)).toBe(rule);
  const again = repeatOf(rule, thursday);
  expect(again.every).toBe(repeat.every);
  expect(ruleOf(again, thursday)).toBe(rule);
});

it.each([
  ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=TH'],
  ['FREQ=WEEKLY;WKST=MO;BYDAY=TH;UNTIL=20261231', 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231T235959Z'],
  ['FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=9'],
])('understands %s', (rule, again) => {
  expect(ruleOf(repeatOf(rule, thursday), thursday)).toBe(again);
});

it.each(['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'FREQ=MONTHLY;BYDAY=1TH'])(
  'keeps %s as it is',
  (rule) => {
    expect(repeatOf(rule, thursday)).toMatchObject({ every: 'other', rule });
    expect(ruleOf(repeatOf(rule, thursday), thursday)).toBe(rule);
  },
);

it('knows the last of a weekday in its month', () => {
  expect([isLastOfMonth('2026-07-23'), isLastOfMonth('2026-07-25'), isLastOfMonth('2026-07-30')]).toEqual([
    false,
    true,
    true,
  ]);
});
