import { describe, expect, it } from 'vitest';
import { daysOf, eveOf, isOfOpening, readHoursOf, readTime } from './read-times.ts';

const wednesday = 3;

/** Returns the label of the time and the rest of the search. */
function read(search: string) {
  const found = readTime(search, wednesday);
  return found && [found.label, `${search.slice(0, found.from)}${search.slice(found.to)}`.trim()];
}

describe('a time in a search', () => {
  it.each([
    ['dentist on saturday at 9', 'Open Saturday at 9 AM'],
    ['dentist sat morning', 'Open Saturday at 9:30 AM'],
    ['dentist at 8:30 pm on friday', 'Open Friday at 8:30 PM'],
    ['dentist after 11pm friday', 'Open Friday after 11 PM'],
    ['dentist friday until 9', 'Open Friday at 8:59 PM'],
    ['dentist late friday', 'Open Friday at 10 PM'],
    ['dentist early', 'Open Wednesday at 7:30 AM'],
    ['dentist early monday', 'Open Monday at 7:30 AM'],
    ['dentist tomorrow', 'Open tomorrow'],
    ['dentist tomorrow morning', 'Open Thursday at 9:30 AM'],
    ['dentist tonight at 9', 'Open Wednesday at 9 PM'],
    ['dentist after work', 'Open Wednesday at 5:30 PM'],
    ['dentist open until midnight', 'Open Wednesday at 11:59 PM'],
    ['dentist open 24 hrs', 'Open 24 hours'],
    ['dentist open before 7 tomorrow', 'Open Thursday at 6:30 AM'],
    ['dentist abierto ahorita', 'Open now'],
    ['dentist mañana', 'Open tomorrow'],
    ['dentist mañana en la tarde', 'Open Thursday at 3 PM'],
    ['dentist en la mañana', 'Open Wednesday at 9:30 AM'],
    ['dentist domingo en la mañana', 'Open Sunday at 9:30 AM'],
    ['dentist a las 7 de la mañana', 'Open Wednesday at 7 AM'],
  ])('%s: %s', (search, label) => {
    expect(read(search)).toEqual([label, 'dentist']);
  });

  it('keeps the meal for whose hour a place is to be open', () => {
    expect(read('restaurants open for dinner')).toEqual(['Open Wednesday at 7 PM', 'restaurants  dinner']);
  });

  it.each([
    ['dinner sunday night', 'Open Sunday at 7 PM'],
    ['dinner on a tuesday at 8pm', 'Open Tuesday at 8 PM'],
    ['lunch friday afternoon', 'Open Friday at 3 PM'],
  ])('takes a meal’s hour for a part of the day around it: %s', (search, label) => {
    expect(readTime(search, wednesday)?.label).toBe(label);
  });

  it.each([
    'late fathers estate',
    'sat prep',
    'wed dress',
    'night club',
    '7 11',
    '410 diner',
    'forever 21',
    'slow hour massage',
    'early voting',
    'early childhood education',
    'early pregnancy test',
    'closed early',
    'restaurants that close early',
    'cierra temprano',
  ])('none in %s', (search) => {
    expect(read(search)).toBeNull();
  });
});

describe('the days of a time', () => {
  it.each([
    ['tonight', '2026-11-18', []],
    ['friday night', '2026-11-18', []],
    ['friday at noon', '2026-11-18', ['2026-11-20']],
    ['right now', '2026-11-18', ['2026-11-18']],
    ['tomorrow', '2026-11-30', ['2026-12-01']],
    ['saturday', '2026-11-18', ['2026-11-21']],
    ['wednesday', '2026-11-18', ['2026-11-18']],
    ['el martes', '2026-11-18', ['2026-11-24']],
    ['this weekend', '2026-11-18', ['2026-11-21', '2026-11-22']],
    ['this weekend', '2026-11-21', ['2026-11-21', '2026-11-22']],
    ['this weekend', '2026-11-22', ['2026-11-22']],
    ['open 24 hours', '2026-11-18', []],
    ['saturday or sunday', '2026-11-18', ['2026-11-21', '2026-11-22']],
  ])('%s on %s: %j', (search, today, days) => {
    const found = readTime(search, new Date(`${today}T00:00:00Z`).getUTCDay());
    expect(found && daysOf(found.ask, today)).toEqual(days);
  });
});

describe('the evening of a time', () => {
  it.each([
    ['tonight', '2026-11-18', '2026-11-18'],
    ['friday night', '2026-11-18', '2026-11-20'],
    ['this weekend', '2026-11-18', '2026-11-20'],
    ['this weekend', '2026-11-21', null],
    ['friday at noon', '2026-11-18', null],
    ['today', '2026-11-18', null],
  ])('%s on %s: %s', (search, today, eve) => {
    const found = readTime(search, new Date(`${today}T00:00:00Z`).getUTCDay());
    expect(found && eveOf(found.ask, today)).toBe(eve);
  });
});

it.each([
  ['coffee before 7', 'Open Wednesday at 6:30 AM'],
  ['coffee before 7pm', 'Open Wednesday at 6:30 PM'],
  ['haircut before 6', 'Open Wednesday at 5:30 PM'],
])('means the morning for what people have in the morning: %s', (search, label) => {
  expect(readTime(search, wednesday)?.label).toBe(label);
});

it.each([
  ['what time does Tía Nela open', 'Tía Nela'],
  ['When does the barber close today?', 'barber'],
  ['how late is oak house open', 'oak house'],
  ['a qué hora abre la panadería', 'panadería'],
])('asks for the hours of somebody: %s', (text, name) => {
  expect(readHoursOf(text)).toBe(name);
});

it.each(['what is open sunday', 'when is the dentist on friday open', 'dentist open late', 'when is the parade'])(
  'asks for no hours: %s',
  (text) => {
    expect(readHoursOf(text)).toBeNull();
  },
);

it.each([
  ['pizza right now', true],
  ['anything open after 10pm', true],
  ['munchies late night', true],
  ['concert tonight', false],
  ['loud music at night', false],
])('%s: an hour of opening is %s', (text, is) => {
  const found = readTime(text, wednesday);
  expect(found && isOfOpening(found, text)).toBe(is);
});
