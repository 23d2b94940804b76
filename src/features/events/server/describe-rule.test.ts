import { expect, it } from 'vitest';
import { describeRule } from './describe-rule.ts';

it.each([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=WEEKLY;BYDAY=SA', 'Every week on Saturday'],
  ['FREQ=WEEKLY;BYDAY=TU,SA', 'Every week on Tuesday and Saturday'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Every week on Monday, Wednesday and Friday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Every 2 weeks on Tuesday'],
  ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261231T000000Z', 'Every week on Tuesday and Thursday until December 31, 2026'],
  ['FREQ=MONTHLY;BYDAY=3TH', 'Every month on the 3rd Thursday'],
  ['FREQ=MONTHLY;BYMONTH=3,6,9,12;BYDAY=-1TH', 'Every March, June, September and December on the last Thursday'],
  ['FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4', 'Every July on the 4th'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', null],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', null],
  ['nonsense', null],
  [null, null],
])('says of %s: %s', (rule, words) => {
  expect(describeRule(rule)).toBe(words);
});
