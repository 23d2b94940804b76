import { describe, expect, it } from 'vitest';
import { readOpenDay } from './read-dates.ts';
import { daysOf, eveOf, isOfOpening, readTime } from './read-times.ts';

const wednesday = 3;
/** The label of the time and the rest of the search. */
function read(search: string) {
  const found = readTime(search, wednesday);
  return found && [found.label, `${search.slice(0, found.from)}${search.slice(found.to)}`.trim()];
}

describe('closed', () => {
  it.each([
    ['closed sunday', 'Closed Sunday', ''],
    ['dentist closed on mondays', 'Closed Monday', 'dentist'],
    ['dentist not open friday', 'Closed Friday', 'dentist'],
    ["dentist that isn't open sunday", 'Closed Sunday', 'dentist that'],
    ['dentist cerrado los lunes', 'Closed Monday', 'dentist'],
    ['dentista que no abre los domingos', 'Closed Sunday', 'dentista que'],
    ['cierran el lunes', 'Closed Monday', ''],
    ['closed today', 'Closed today', ''],
    ['closed now', 'Closed now', ''],
    ['sunday closed', 'Closed Sunday', ''],
  ])('%s: %s', (search, label, rest) => expect(read(search)).toEqual([label, rest]));

  it.each(['not closed sunday', 'no cerrado el domingo'])('%s is open', (search) => {
    expect(read(search)).toEqual(['Open Sunday', '']);
  });

  it.each(['permanently closed', 'street closed', 'never closed', 'closed toe shoes', 'not open 24 hours'])(
    'no time in %s',
    (search) => expect(read(search)).toBeNull(),
  );

  it('leaves its words to the matters of the town', () => {
    const found = readTime('city hall closed monday', wednesday);
    expect(found && isOfOpening(found, 'city hall closed monday')).toBe(false);
    expect(found && [daysOf(found.ask, '2026-11-18'), eveOf(found.ask, '2026-11-18')]).toEqual([['2026-11-23'], null]);
  });
});

describe('open now', () => {
  it.each([
    ["what's open", ''],
    ['what’s open near me', 'near me'],
    ['where’s open', ''],
    ['is anything open', 'is anything'],
    ['restaurants open near me', 'restaurants near me'],
    ['open pharmacy', 'pharmacy'],
    ['farmacia abierta', 'farmacia'],
  ])('%s', (search, rest) =>
    expect(read(search)?.map((part) => part.replace(/\s+/g, ' '))).toEqual(['Open now', rest]),
  );

  it.each([
    ...[
      'garage door wont open',
      'window won’t open',
      "drawer doesn't open",
      'trunk does not open',
      'la puerta no abre',
    ],
    ...['open a business', 'open wound', 'open enrollment', 'open house', 'open air', 'open bar', 'herida abierta'],
    ...['help me open a jar', 'to open', 'eye cannot open', 'no se abre la ventana'],
  ])('no time in %s', (search) => expect(read(search)).toBeNull());

  it('keeps the time beside what is opened', () =>
    expect(read('open mic tonight')).toEqual(['Open tonight', 'open mic']));
});

describe('several days', () => {
  it.each([
    ['dentist weekdays', 'Open on weekdays', 'dentist'],
    ['dentist entre semana', 'Open on weekdays', 'dentist'],
    ['dentist monday to friday', 'Open on weekdays', 'dentist'],
    ['dentist de lunes a viernes', 'Open on weekdays', 'dentist'],
    ['dentist before 7 on weekdays', 'Open some weekdays at 6:30 PM', 'dentist'],
    ['dentist weekday mornings', 'Open some weekdays at 9:30 AM', 'dentist'],
    ['weekday lunch', 'Open some weekdays at 12:15 PM', 'lunch'],
    ['dentist weeknights', 'Open some weekdays at 8 PM', 'dentist'],
    ['dentist open daily', 'Open every day', 'dentist'],
    ['dentist open 7 days a week', 'Open every day', 'dentist'],
    ['dentista abierto todos los días', 'Open every day', 'dentista'],
    ['dentist open saturday and sunday', 'Open Saturday or Sunday', 'dentist'],
    ['dentist open monday or tuesday', 'Open Monday or Tuesday', 'dentist'],
    ['dentista abierto lunes y martes', 'Open Monday or Tuesday', 'dentista'],
    ['lunch sat or sun', 'Open Saturday or Sunday at 12:15 PM', 'lunch'],
    ['dentist saturday or sunday at 9', 'Open Sunday at 9 AM', 'dentist saturday or'],
    ['open every day until 9', 'Open some days at 8:59 PM', ''],
    ['salon thursday evening', 'Open Thursday evening', 'salon'],
  ])('%s: %s', (search, label, rest) => expect(read(search)).toEqual([label, rest]));

  it.each(['daily specials', 'every day carry'])('none in %s', (search) => expect(read(search)).toBeNull());

  it('name no day on which something is on', () => {
    const found = readTime('weekdays at 7 pm', wednesday);
    expect(found && [daysOf(found.ask, '2026-11-18'), eveOf(found.ask, '2026-11-18')]).toEqual([[], null]);
  });
});

it.each([
  ['open 12/25', 'Usual hours on Friday, December 25'],
  ['abierto 25/12', 'Usual hours on Friday, December 25'],
  ['are you open on thanksgiving', 'Usual hours on Thanksgiving, Thursday, November 26'],
])('a day in numbers: %s', (search, label) => expect(readOpenDay(search, '2026-11-18')?.label).toBe(label));

it.each(['open 24/7', '7/11 open', 'open 13/13'])('no day in %s', (search) => {
  expect(readOpenDay(search, '2026-11-18')).toBeNull();
});
