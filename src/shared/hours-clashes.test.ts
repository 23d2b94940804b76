import { expect, test } from 'vitest';
import { hoursClashes, likelyClosing, overnightText } from './hours-clashes.ts';

test('hours that run into the next opening are named, with the times that were probably meant', () => {
  expect(hoursClashes({ mon: [['18:00', '09:00']], tue: [['09:00', '17:00']] })).toEqual({
    mon: "Monday's hours run into Tuesday's. Did you mean 9:00 AM to 6:00 PM?",
  });
  expect(hoursClashes({ sat: [['18:00', '10:00']], sun: [['09:00', '17:00']] })).toEqual({
    sat: "Saturday's hours run into Sunday's. Did you mean 10:00 AM to 6:00 PM?",
  });
});

test('nothing is guessed where the times the other way around do not fit either', () => {
  const clash = {
    mon: [
      ['10:00', '14:00'],
      ['18:00', '09:00'],
    ] as [string, string][],
    tue: [['08:00', '17:00']] as [string, string][],
  };
  expect(hoursClashes(clash)).toEqual({ mon: "Monday's hours run into Tuesday's. Please change one of them." });
});

test('two hours of one day may touch and not overlap', () => {
  const day = (second: string) => ({
    mon: [
      ['09:00', '12:00'],
      [second, '17:00'],
    ] as [string, string][],
  });
  expect(hoursClashes(day('12:00'))).toEqual({});
  expect(hoursClashes(day('11:30'))).toEqual({ mon: "Two of Monday's hours overlap. Please change one of them." });
});

test.each([
  ['a bar', { fri: [['16:00', '02:00']], sat: [['16:00', '02:00']] }],
  ['a night shift on every day', { mon: [['18:00', '09:00']], tue: [['18:00', '09:00']] }],
  ['one day alone', { wed: [['18:00', '17:59']] }],
  ['round the clock', { mon: [['00:00', '24:00']], tue: [['00:00', '24:00']] }],
  ['a night in two parts', { sat: [['18:00', '24:00']], sun: [['00:00', '02:00']] }],
] as [string, Parameters<typeof hoursClashes>[0]][])('%s is taken', (_, hours) => {
  expect(hoursClashes(hours)).toEqual({});
});

test('a closing on the next day is said as it is typed', () => {
  expect(overnightText('mon', '18:00', '09:00')).toBe('Closes Tuesday at 9:00 AM, the next day');
  expect(overnightText('sat', '18:00', '02:30')).toBe('Closes Sunday at 2:30 AM, the next day');
  expect(
    [
      ['09:00', '18:00'],
      ['18:00', '24:00'],
      ['18:00', '00:00'],
      ['', '09:00'],
      ['18:00', ''],
    ].map(([from = '', to = '']) => overnightText('mon', from, to)),
  ).toEqual([null, null, null, null, null]);
});

test.each([
  ['a morning for an evening', '09:00', '05:00', '17:00'],
  ['a lunch place', '06:30', '02:30', '14:30'],
  ['a bar', '11:00', '02:00', null],
  ['a bar with breakfast, where twelve hours earlier is before it opens', '15:00', '02:00', null],
  ['a night shift', '18:00', '09:00', null],
  ['an evening that would be past midnight', '13:00', '12:30', null],
  ['a day of its own', '09:00', '17:00', null],
  ['a time that is half typed', '09:00', '', null],
])('%s: %s to %s is asked about as %s', (_, from, to, likely) => {
  expect(likelyClosing(from, to)).toBe(likely);
});
