import { expect, it } from 'vitest';
import { daysIn, readDaysAlone, readOpenDay, readSpan } from './read-dates.ts';

const saturday = '2026-11-28';
const rest = (text: string, { from, to }: { from: number; to: number }) =>
  `${text.slice(0, from)}${text.slice(to)}`.trim();

it.each([
  ['restaurants open on thanksgiving', 'Thanksgiving, Thursday, November 25, 2027', 'restaurants'],
  ['hours on christmas', 'Christmas Day, Friday, December 25', ''],
  ['pharmacy christmas eve hours', 'Christmas Eve, Thursday, December 24', 'pharmacy'],
  ['who is open new year’s eve', 'New Year’s Eve, Thursday, December 31', ''],
  ['open new years day', 'New Year’s Day, Friday, January 1, 2027', ''],
  ['abierto en navidad', 'Christmas Day, Friday, December 25', ''],
  ['gym open mlk day', 'Martin Luther King Day, Monday, January 18, 2027', 'gym'],
  ['open on easter', 'Easter Sunday, Sunday, March 28, 2027', ''],
  ['open good friday', 'Good Friday, Friday, March 26, 2027', ''],
  ['open mother’s day', 'Mother’s Day, Sunday, May 9, 2027', ''],
  ['memorial day open', 'Memorial Day, Monday, May 31, 2027', ''],
  ['pizza open on july 4th', 'Independence Day, Sunday, July 4, 2027', 'pizza'],
  ['pizza labor day hours', 'Labor Day, Monday, September 6, 2027', 'pizza'],
  ['stores open black friday', 'the day after Thanksgiving, Friday, November 26, 2027', 'stores'],
  ['pharmacy open dec 24', 'Thursday, December 24', 'pharmacy'],
  ['farmacia abierta el 3 de enero', 'Sunday, January 3, 2027', 'farmacia'],
  ['open 12/5/2026', 'Saturday, December 5', ''],
  ['pizza open on 1/15/2027', 'Friday, January 15, 2027', 'pizza'],
  ['open november 28', 'Saturday, November 28', ''],
  ['open february 29', 'Tuesday, February 29, 2028', ''],
  ['presidents day hours', 'Presidents’ Day, Monday, February 15, 2027', ''],
])('a place that is open on a day: %s', (text, label, left) => {
  const found = readOpenDay(text, saturday);
  expect(found?.label).toBe(`Usual hours on ${label}`);
  expect(found && rest(text, found)).toBe(left);
});

it.each([
  ['closed christmas', 'Usually closed on Christmas Day, Friday, December 25'],
  ['who is closed on thanksgiving', 'Usually closed on Thanksgiving, Thursday, November 25, 2027'],
  ['christmas closed', 'Usually closed on Christmas Day, Friday, December 25'],
  ['cerrado en navidad', 'Usually closed on Christmas Day, Friday, December 25'],
])('who is closed on a day: %s', (text, label) => {
  expect(readOpenDay(text, saturday)).toMatchObject({ label, ask: { closed: { date: expect.any(String) } } });
});

it.each([
  'christmas lights',
  'turkey for thanksgiving',
  'easter egg hunt',
  'open february 30',
  'open dec 45',
  'open december 0',
  'hours president plumbing',
  'valentine bakery hours',
  'may flowers',
  'open late',
  'open 1/15/2020',
  // Reads such a text in steps that grow with its length alone; it would never end otherwise.
  `${'who is '.repeat(200)}xmas`,
  `${'what is '.repeat(200)}xmas`,
])('no day for hours: %s', (text) => expect(readOpenDay(text, saturday)).toBeNull());

it.each([
  ['next week events', '2026-11-30', '2026-12-06', 'events'],
  ['haircut next week', '2026-11-30', '2026-12-06', 'haircut'],
  ['que hay la proxima semana', '2026-11-30', '2026-12-06', 'que hay'],
  ['events this week', '2026-11-28', '2026-12-04', 'events'],
  ['events in december', '2026-12-01', '2026-12-31', 'events'],
  ['december events', '2026-12-01', '2026-12-31', 'events'],
  ['events december 45', '2026-12-01', '2026-12-31', 'events  45'],
  ['events this month', '2026-11-28', '2026-11-30', 'events'],
  ['what is on next month', '2026-12-01', '2026-12-31', 'what is on'],
  ['eventos en enero', '2027-01-01', '2027-01-31', 'eventos'],
  ['concerts in february', '2027-02-01', '2027-02-28', 'concerts'],
  ['events on december 6', '2026-12-06', '2026-12-06', 'events'],
  ['things to do on christmas eve', '2026-12-24', '2026-12-24', 'things to do'],
])('the days of %s', (text, first, last, left) => {
  const found = readSpan(text, saturday);
  expect(found).toMatchObject({ first, last });
  expect(found && rest(text, found)).toBe(left);
});

it.each([
  'may flowers',
  'christmas events',
  'eventos de navidad',
  'august salon',
  'this weekend events',
  'christmas tree',
  'week',
  'june bug pest control',
])('no days in %s', (text) => expect(readSpan(text, saturday)).toBeNull());

it('the week after a Sunday begins the next day', () => {
  expect(readSpan('events next week', '2026-11-29')).toMatchObject({ first: '2026-11-30', last: '2026-12-06' });
});

it('each day of a span, over the end of a month', () => {
  expect(daysIn({ first: '2026-11-29', last: '2026-12-02' })).toEqual([
    ...['2026-11-29', '2026-11-30'],
    ...['2026-12-01', '2026-12-02'],
  ]);
});

it.each([
  ['december 6', saturday, '2026-12-06', '2026-12-06'],
  ['next weekend', saturday, '2026-12-05', '2026-12-06'],
  ['next weekend', '2026-11-29', '2026-12-05', '2026-12-06'],
  ['next weekend', '2026-11-25', '2026-12-05', '2026-12-06'],
  ['fin de semana que viene', saturday, '2026-12-05', '2026-12-06'],
  ['new years eve', saturday, '2026-12-31', '2026-12-31'],
  ['next week', saturday, '2026-11-30', '2026-12-06'],
])('a day and nothing else asks what is on: %s on %s', (text, today, first, last) => {
  const asked = readDaysAlone(text, today);
  expect(asked).toBe(`events ${text}`);
  expect(readSpan(asked ?? '', today)).toMatchObject({ first, last });
});

it.each(['christmas', 'next week dentist', 'december 6 haircut', 'open next weekend', 'pizza'])(
  'no day alone: %s',
  (text) => {
    expect(readDaysAlone(text, saturday)).toBeNull();
  },
);
