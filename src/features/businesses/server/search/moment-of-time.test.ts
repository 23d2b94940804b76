import { expect, it } from 'vitest';
import { atMoment, labelAway } from './moment-of-time.ts';
import { readTime } from './read-times.ts';

const wednesday = 3;
function at(search: string, hour: number, minute = 0) {
  const when = readTime(search, wednesday);
  return when && atMoment(when, hour * 60 + minute).label;
}

it.each([
  ['coffee at 9', 8, 'Open Wednesday at 9 AM'],
  ['coffee at 9', 11, 'Open some days at 9 AM'],
  ['coffee today at 9', 11, 'Open Wednesday at 9 AM'],
  ['coffee friday at 9', 11, 'Open Friday at 9 AM'],
  ['in the evening', 21, 'Open Wednesday evening'],
  ['in the evening', 23, 'Open some evenings'],
  ['open until 2am', 23, 'Open Wednesday night at 1:59 AM'],
  ['open until 2am', 1, 'Open Tuesday night at 1:59 AM'],
  ['open until 2am', 3, 'Open Wednesday night at 1:59 AM'],
  ['whats open at 8', 7, 'Open Wednesday at 8 AM'],
  ['whats open at 8', 18, 'Open Wednesday at 8 PM'],
  ['whats open at 8', 21, 'Open some days at 8 AM'],
  ['pizza today at 8', 18, 'Open Wednesday at 8 PM'],
  ['pizza today at 8', 21, 'Open Wednesday at 8 AM'],
  ['pizza wednesday at 8', 18, 'Open Wednesday at 8 AM'],
  ['pizza friday at 8', 18, 'Open Friday at 8 AM'],
  ['open at 11', 18, 'Open Wednesday at 11 PM'],
  ['open at 8 am', 18, 'Open some days at 8 AM'],
  ['bar open after 1 am', 0, 'Open Tuesday night after 1 AM'],
  ['open now', 11, 'Open now'],
])('%s at %i o’clock: %s', (search, hour, label) => expect(at(search, hour)).toBe(label));

it.each([
  ['open monday', 'closed', 'Closed Monday'],
  ['open now', 'closed', 'Closed now'],
  ['open today', 'closed', 'Closed for today'],
  ['open late', 'closed', 'Not open late'],
  ['closed monday', 'closed', 'Open Monday'],
  ['weekdays at 7 am', 'closed', 'Closed then'],
  ['open monday', 'unknown', 'Hours not known'],
] as const)('what is true of a place that was asked for by name with %s, and is %s: %s', (search, away, label) => {
  const when = readTime(search, wednesday);
  expect(when && labelAway(when, away)).toBe(label);
});
