/** A whole match of a time is known to be open then, and the time is the one that was meant. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { categoryIdOf } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { openWindow } from '../open-window.ts';
import { searchAround, searchBusinesses } from './search-businesses.ts';

const database = testDatabase({ fresh: 'each-file' });

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
const open = (days: readonly string[], from: string, to: string) =>
  Object.fromEntries(days.map((day) => [day, [[from, to]]]));
const everyDay = [...workdays, 'sat', 'sun'];

const listings: [name: string, category: string, description: string, hours: object | null][] = [
  [
    'The Blue Heron Cup',
    'food-dining',
    'Coffee and toast.',
    { ...open(workdays, '06:30', '17:00'), ...open(['sat', 'sun'], '08:00', '15:00') },
  ],
  [
    'Oak House Bakery',
    'food-dining',
    'A bakery: bread and cake.',
    open(['tue', 'wed', 'thu', 'fri'], '06:30', '14:00'),
  ],
  ['Fig & Ladder', 'food-dining', 'A restaurant for dinner.', open(['wed', 'thu', 'fri', 'sat'], '17:00', '22:00')],
  [
    'The Second Balloon',
    'food-dining',
    'A bar with cocktails and drinks.',
    { ...open(everyDay, '16:00', '23:00'), ...open(['fri', 'sat'], '16:00', '01:30') },
  ],
  ['Contour Pilates', 'health-beauty', 'A pilates studio.', open(workdays, '06:00', '13:00')],
  [
    'Mirror & Marigold',
    'health-beauty',
    'A hair salon for haircuts.',
    open(['tue', 'wed', 'thu', 'fri'], '09:00', '19:30'),
  ],
  ['Two Elms Dental', 'medical-services', 'A dentist.', open(workdays, '07:00', '16:00')],
  ['Bluebird Cleaners', 'other', 'Dry cleaning.', null],
  ['Front Porch Mediation', 'legal-services', 'Mediation for business partners.', null],
  [
    'Cicada Lawn & Tree',
    'home-services',
    'Tree care for every oak at the house, on fig trees, with a ladder, at the room.',
    open(everyDay, '07:00', '18:00'),
  ],
  ['Notary on the Corner', 'professional-services', 'A notary.', open(workdays, '09:00', '17:00')],
  ['The Hibiscus Room', 'food-dining', 'A restaurant.', open(['thu', 'fri', 'sat'], '17:00', '21:00')],
];

beforeAll(async () => {
  for (const [name, slug, description, hours] of listings) {
    const categoryId = await categoryIdOf(database.db, slug);
    await aBusiness(database.db, { name, description, categoryId, hours });
  }
});

const town = {
  ...{ name: 'Olmos Park', region: 'TX', regionName: 'Texas', timeZone: 'America/Chicago', properties: [], places: [] },
  center: { latitude: 29.47, longitude: -98.48 },
};
/** A Sunday, 7:15 AM in Texas. */
const sunday = new Date('2026-11-29T13:15:00Z');
/** A Wednesday, 11 AM there. */
const wednesday = new Date('2026-11-18T17:00:00Z');

async function ask(search: string, now = sunday) {
  const asked = { search, now, town, limit: 60 };
  const { businesses, closeFrom, setAside } = await searchBusinesses(database.db, asked);
  const windows = {
    now: openWindow({ at: 'now' }, now, town.timeZone),
    today: openWindow({ at: 'today' }, now, town.timeZone),
  };
  const { question, counts } = await searchAround(database.db, asked, windows);
  const names = businesses.map(({ name }) => name);
  return { whole: names.slice(0, closeFrom ?? names.length), names, setAside, label: question.when?.label, counts };
}

describe('hours that nobody knows', () => {
  it('are no hours at which a place is open', async () => {
    const { whole, names, setAside, counts } = await ask('dry cleaner open now');
    expect({ whole, names, setAside }).toEqual({ whole: [], names: ['Bluebird Cleaners'], setAside: ['open now'] });
    expect(counts?.openNow).toBe(0);
  });

  it.each(['dry cleaner open sunday', 'tintoreria abierta el domingo', 'dry cleaner closed sunday'])(
    '%s',
    async (search) => {
      expect((await ask(search)).whole).toEqual([]);
    },
  );
});

const openSunday = ['Cicada Lawn & Tree', 'The Blue Heron Cup', 'The Second Balloon'];

describe('any place at all', () => {
  it.each([
    'open sunday',
    'businesses open on sunday',
    'which places are open sunday',
    'is anybody open on sunday',
    'what’s open sunday',
    'not closed sunday',
    'que negocios están abiertos el domingo',
  ])('%s', async (search) => {
    expect((await ask(search)).names.toSorted()).toEqual(openSunday);
  });

  it.each([
    "what's open",
    'what’s open now',
    'is anything open',
    'is anyone open right now',
    'where’s open',
    'businesses open now',
    "what's open near me",
  ])('%s', async (search) => {
    expect(await ask(search)).toMatchObject({ names: ['Cicada Lawn & Tree'], label: 'Open now' });
  });

  it.each(['open daily', 'open 7 days a week', 'what is open every day', 'abierto todos los días'])(
    '%s',
    async (search) => {
      expect(await ask(search)).toMatchObject({ label: 'Open every day', setAside: [] });
      expect((await ask(search)).names.toSorted()).toEqual(openSunday);
    },
  );
});

describe('an hour without a day', () => {
  it.each([
    ['coffee before 7am', 'Open some days at 6:30 AM', ['The Blue Heron Cup']],
    ['café antes de las 7', 'Open some days at 6:30 AM', ['The Blue Heron Cup']],
    ['coffee at 7am on weekdays', 'Open some weekdays at 7 AM', ['The Blue Heron Cup']],
    ['café entre semana a las 7', 'Open some weekdays at 7 AM', ['The Blue Heron Cup']],
    ['6 am pilates', 'Open some days at 6 AM', ['Contour Pilates']],
    ['pilates before work', 'Open some days at 7:30 AM', ['Contour Pilates']],
    ['haircut after 6pm', 'Open some days after 6 PM', ['Mirror & Marigold']],
    ['haircut after 7', 'Open some days after 7 PM', ['Mirror & Marigold']],
    ['dentist midnight', 'Open Sunday at 11:59 PM', []],
    ['dentist at 7:30', 'Open some days at 7:30 AM', ['Two Elms Dental']],
    ['drinks after midnight', 'Open some nights at 12:30 AM', ['The Second Balloon']],
    ['what opens at 6am', 'Open some days at 6 AM', ['Contour Pilates']],
    ['drinks at 7', 'Open Sunday at 7 PM', ['The Second Balloon']],
    ['salon thursday evening', 'Open Thursday evening', ['Mirror & Marigold']],
    ['bar open friday until 1am', 'Open Friday night at 12:59 AM', ['The Second Balloon']],
    ['bar open until 12', 'Open some days at 11:59 PM', ['The Second Balloon']],
    ['dentist open until 3', 'Open some days at 2:59 PM', ['Two Elms Dental']],
  ])('%s: %s', async (search, label, expected) => {
    expect(await ask(search)).toMatchObject({ label, whole: expected });
  });

  it('is of today while somebody is open then', async () => {
    expect(await ask('coffee at 9')).toMatchObject({ label: 'Open Sunday at 9 AM', whole: ['The Blue Heron Cup'] });
    expect(await ask('coffee at 9', wednesday)).toMatchObject({ label: 'Open some days at 9 AM' });
  });

  it('after midnight is of the night that has begun', async () => {
    const saturdayNight = new Date('2026-11-29T06:30:00Z');
    expect(await ask('bar open until 1:15', saturdayNight)).toMatchObject({ label: 'Open Saturday night at 1:14 AM' });
  });
});

describe('closed', () => {
  it.each([
    ['closed sunday', 'Closed Sunday'],
    ['who is closed on sunday', 'Closed Sunday'],
    ['not open sunday', 'Closed Sunday'],
    ['cerrado domingo', 'Closed Sunday'],
    ['closed today', 'Closed today'],
  ])('%s', async (search, label) => {
    const { names, label: said } = await ask(search);
    expect(said).toBe(label);
    expect(names.toSorted()).toEqual([
      ...['Contour Pilates', 'Fig & Ladder', 'Mirror & Marigold', 'Notary on the Corner'],
      ...['Oak House Bakery', 'The Hibiscus Room', 'Two Elms Dental'],
    ]);
  });

  it('is beside a kind what the kind is to be', async () => {
    expect((await ask('restaurants closed monday')).whole.toSorted()).not.toContain('The Second Balloon');
    expect((await ask('bakery closed monday')).whole).toEqual(['Oak House Bakery']);
  });
});

describe('a place by its name', () => {
  it.each([
    ['does oak house open monday', 'Oak House Bakery', 'Closed Monday'],
    ['is oak house bakery open monday', 'Oak House Bakery', 'Closed Monday'],
    ['what time does oak house open monday', 'Oak House Bakery', 'Closed Monday'],
    ['oak house hours monday', 'Oak House Bakery', 'Closed Monday'],
    ['horario de oak house el lunes', 'Oak House Bakery', 'Closed Monday'],
    ['two elms dental sunday', 'Two Elms Dental', 'Closed Sunday'],
    ['is fig and ladder open monday', 'Fig & Ladder', 'Closed Monday'],
    ['does the hibiscus room open on sunday', 'The Hibiscus Room', 'Closed Sunday'],
    ['is the hibiscus room open now', 'The Hibiscus Room', 'Closed now'],
    ['está abierto oak house el lunes', 'Oak House Bakery', 'Closed Monday'],
    ['is bluebird cleaners open now', 'Bluebird Cleaners', 'Hours not known'],
    ['notary on the corner sunday', 'Notary on the Corner', 'Closed Sunday'],
    ['is the blue heron cup open now', 'The Blue Heron Cup', 'Closed now'],
  ])('%s', async (search, name, label) => {
    expect(await ask(search)).toMatchObject({ whole: [name], label, setAside: [] });
  });

  it('is looked for on any day where no day was said', async () => {
    const { whole, label } = await ask('mirror and marigold after 7pm');
    expect([whole[0], label]).toEqual(['Mirror & Marigold', 'Open some days after 7 PM']);
  });

  it('is answered where it is open', async () => {
    const { whole, label } = await ask('is oak house open tuesday');
    expect([whole[0], label]).toEqual(['Oak House Bakery', 'Open Tuesday']);
  });

  it('is none where the words mean a kind', async () => {
    expect(await ask('bakery monday')).toMatchObject({ whole: [], setAside: ['monday'] });
  });
});

/** A Wednesday, 6 PM there. */
const evening = new Date('2026-11-19T00:00:00Z');

describe('an hour whose morning has passed', () => {
  it.each([
    ['whats open at 8', 'Open Wednesday at 8 PM', ['Fig & Ladder', 'The Second Balloon']],
    ['restaurant at 8', 'Open Wednesday at 8 PM', ['Fig & Ladder', 'The Second Balloon']],
    ['restaurant today at 8', 'Open Wednesday at 8 PM', ['Fig & Ladder', 'The Second Balloon']],
    ['dentist at 8', 'Open some days at 8 AM', ['Two Elms Dental']],
    ['dentist today at 8', 'Open Wednesday at 8 PM', []],
    ['dentist wednesday at 8', 'Open Wednesday at 8 AM', ['Two Elms Dental']],
  ])('%s: %s', async (search, label, whole) => {
    const found = await ask(search, evening);
    expect([found.label, found.whole.toSorted()]).toEqual([label, whole]);
  });
});

it('lists who is closed on the weekday of a holiday', async () => {
  const { whole, label } = await ask('closed christmas eve', wednesday);
  expect(label).toBe('Usually closed on Christmas Eve, Thursday, December 24');
  expect(whole).toEqual([]);
  expect((await ask('closed new years eve', sunday)).names).not.toContain('Fig & Ladder');
});
