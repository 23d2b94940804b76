import { expect, it } from 'vitest';
import { readTime } from './read-times.ts';

const wednesday = 3;
const labelOf = (search: string) => readTime(search, wednesday)?.label;

it.each([
  ['bar open until 12', 'Open Wednesday at 11:59 PM'],
  ['open until 12 tonight', 'Open Wednesday at 11:59 PM'],
  ['open until 12am', 'Open Wednesday at 11:59 PM'],
  ['bar open till 2', 'Open Wednesday night at 1:59 AM'],
  ['abierto hasta las 2', 'Open Wednesday night at 1:59 AM'],
  ['open friday until 2am', 'Open Friday night at 1:59 AM'],
  ['open saturday until 1', 'Open Saturday night at 12:59 AM'],
  ['tacos at 1am', 'Open Wednesday night at 1 AM'],
  ['drinks after midnight', 'Open Wednesday night at 12:30 AM'],
  ['abierto despues de medianoche', 'Open Wednesday night at 12:30 AM'],
  ['gym monday at 4am', 'Open Monday at 4 AM'],
])('small hours are of the night after the day: %s', (search, label) => expect(labelOf(search)).toBe(label));

it.each([
  ['coffee before 17:00', 'Open Wednesday at 4:30 PM'],
  ['café antes de las 17', 'Open Wednesday at 4:30 PM'],
  ['breakfast before 18', 'Open Wednesday at 5:30 PM'],
  ['coffee before 16:30 friday', 'Open Friday at 4 PM'],
  ['barber at 07:30', 'Open Wednesday at 7:30 AM'],
])('an hour of 24 stays as it is: %s', (search, label) => expect(labelOf(search)).toBe(label));

it.each([
  ['coffee before 7 tonight', 'Open Wednesday at 6:30 PM'],
  ['coffee at 6:45', 'Open Wednesday at 6:45 AM'],
  ['cafe a las 6:30', 'Open Wednesday at 6:30 AM'],
  ['gym before 7', 'Open Wednesday at 6:30 AM'],
  ['abierto antes de las 7', 'Open Wednesday at 6:30 AM'],
  ['opens at 6', 'Open Wednesday at 6 AM'],
  ['abre a las 6:30', 'Open Wednesday at 6:30 AM'],
  ['dinner at 8', 'Open Wednesday at 8 PM'],
  ['cena a las 8', 'Open Wednesday at 8 PM'],
  ['lunch at 1', 'Open Wednesday at 1 PM'],
  ['breakfast at 6:30', 'Open Wednesday at 6:30 AM'],
  ['bar at 7', 'Open Wednesday at 7 PM'],
  ['concert friday at 8', 'Open Friday at 8 PM'],
  ['cerveza a las 9', 'Open Wednesday at 9 PM'],
  ['open until 9', 'Open Wednesday at 8:59 PM'],
])('the half in which people do that: %s', (search, label) => expect(labelOf(search)).toBe(label));

it.each([
  ['dentist at 7:30', 'Open Wednesday at 7:30 AM', false],
  ['dentist saturday at 8', 'Open Saturday at 8 PM', false],
  ['coffee at 6:45', 'Open Wednesday at 6:45 PM', true],
  ['bar open till 2', 'Open Wednesday at 1:59 PM', true],
])('the other half may be meant: %s', (search, label, isLast) => {
  expect(readTime(search, wednesday)?.otherHalf).toMatchObject({ label, isLast });
});

it.each(['dentist at 7:30 am', 'dinner at 8', 'coffee before 17:00', 'tonight at 9', 'dentist tomorrow'])(
  'the half is certain: %s',
  (search) => expect(readTime(search, wednesday)?.otherHalf).toBeUndefined(),
);

it.each(['at 25', 'at 7:75'])('no such hour: %s', (search) => expect(readTime(search, wednesday)).toBeNull());
