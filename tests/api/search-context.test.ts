/** The parts around a list of listings: the reading of the question, offers, and answers other than listings. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { ListedBusiness, SearchContext } from '#features/businesses/contract.ts';
import { readCityPack } from '#server/city-pack.ts';
import { categories, offers } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { only } from '#tests/support/found.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let visitor: TestBrowser;

beforeAll(async () => {
  const { db } = database;
  const medical = await aCategory(db, { slug: 'medical-services', name: 'Medical Services' });
  await aCategory(db, { slug: 'shopping', name: 'Shopping' });
  const weekdays = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['08:00', '17:00']]]));
  await aBusiness(db, { name: 'Two Elms Dental', categoryId: medical.id, hours: weekdays, properties: ['parking'] });
  const city = await readCityPack('olmos-park');
  visitor = new TestBrowser(createApi(testServices(database, { city, now: () => new Date('2026-11-18T17:00:00Z') })));
});

const ask = async (search: string) =>
  (await (await visitor.get(`/api/search/context?search=${encodeURIComponent(search)}`)).json()) as SearchContext;

it('says how each part was read, and what is left without it', async () => {
  const { understood } = await ask('dentist with parking near me open monday');
  expect(understood).toEqual([
    { kind: 'what', text: 'dentist', label: 'Dentist', without: 'with parking near me open monday' },
    { kind: 'property', text: 'parking', label: 'Parking', without: 'dentist with near me open monday' },
    { kind: 'when', text: 'open monday', label: 'Open Monday', without: 'dentist with parking near me' },
    { kind: 'where', text: 'near me', label: 'Near the center', without: 'dentist with parking open monday' },
  ]);
  const [, refused] = (await ask('medical services, but not a bank')).understood;
  expect(refused).toEqual({ kind: 'what', text: 'but not a bank', label: 'Not bank', without: 'medical services,' });
});

it('names the visitor’s place only where it was sent', async () => {
  const labels = async (rest: string) => {
    const answer = await visitor.get(`/api/search/context?search=dentist+near+me${rest}`);
    return ((await answer.json()) as SearchContext).understood.map(({ label }) => label);
  };
  expect(await labels('')).toEqual(['Dentist', 'Near the center']);
  expect(await labels('&near=center')).toEqual(['Dentist', 'Near the center']);
  expect(await labels('&near=29.47,-98.48')).toEqual(['Dentist', 'Near you']);
});

it('tells words of one stem apart', async () => {
  const labels = async (search: string) => (await ask(search)).understood.map(({ label }) => label);
  expect(await labels('reserve the park')).toEqual(['Takes reservations', 'Park']);
  expect(await labels('parks')).toEqual(['Park']);
  expect(await labels('parking')).toEqual(['Parking']);
  // The name 'Olmos Park' must not match parks.
  expect(await labels('dentist in olmos park')).toEqual(['Dentist']);
});

it('asks who repairs a thing, not who names it', async () => {
  const { db } = database;
  const technology = await aCategory(db, { slug: 'technology', name: 'Technology' });
  await aBusiness(db, { name: 'Comal', description: 'Breakfast tacos. No phone orders before nine.' });
  const find = async () =>
    ((await (await visitor.get('/api/businesses?search=my%20phone%20is%20dead')).json()) as ListedBusiness[]).map(
      ({ name }) => name,
    );
  expect(await find()).toEqual([]);
  await aBusiness(db, { name: 'Glass Doctor', description: 'Phone repair while you wait.', categoryId: technology.id });
  expect(await find()).toEqual(['Glass Doctor']);
});

it('names what it set aside, in the answer of the list as well', async () => {
  expect(await ask('dentist open sunday')).toMatchObject({ setAside: ['open sunday'], closeFrom: 0 });
  const list = await visitor.get('/api/businesses?search=dentist%20open%20sunday');
  expect(decodeURIComponent(list.headers.get('X-Set-Aside') ?? '')).toBe('open sunday');
  expect(((await list.json()) as ListedBusiness[]).map(({ name }) => name)).toEqual(['Two Elms Dental']);
});

it.each([
  ['pharmacy', 'medical-services'],
  ['farmacia', 'medical-services'],
  ['cell phone', 'shopping'],
  ['walgreens', 'shopping'],
])('offers for %s, which nobody has, the category %s', async (search, slug) => {
  expect((await ask(search)).offers.categories.map((category) => category.slug)).toContain(slug);
});

it.each([
  ['police non emergency at night', 'Police, non-emergency'],
  ['trash pickup', 'Trash, recycling and brush'],
  ['library', 'Landa Branch Library'],
])('answers %s with the town’s own %s', async (search, title) => {
  expect((await ask(search)).town[0]?.title).toBe(title);
});

it('shows nothing of the town beside a good list, and offers nothing for nonsense', async () => {
  expect((await ask('dentist')).town).toEqual([]);
  expect(await ask('xqzwvk')).toMatchObject({ understood: [], town: [], offers: { categories: [], pages: [] } });
});

it.each([
  ['911', 'Emergency'],
  ['ambulance', 'Emergency'],
  ['emergency', 'Emergency'],
  ['events', 'Events'],
  ['eventos', 'Events'],
  ['this weekend', 'Events'],
  ['que hacer hoy', 'Events'],
  ['park', 'Alameda Circle'],
  ['snow closures', 'National Weather Service'],
])('puts the town’s answer to %s above all listings', async (search, title) => {
  const { townAbove, town } = await ask(search);
  expect(town[0]?.title).toBe(title);
  expect(townAbove).toBeGreaterThan(0);
  expect(town.map((hit) => hit.title)).not.toContain('Suggest an event');
});

it.each(['dentist', 'two elms dental', 'dentist near alameda circle'])(
  'leaves listings first for %s',
  async (search) => {
    expect((await ask(search)).townAbove).toBe(0);
  },
);

it('gives the number to call beside the line that begins with it', async () => {
  const [first] = (await ask('911')).town;
  expect(first).toMatchObject({ phone: '911', note: expect.stringMatching(/^911 · /) });
});

const found = async (search: string) => {
  const list = await visitor.get(`/api/businesses?search=${encodeURIComponent(search)}`);
  return ((await list.json()) as ListedBusiness[]).map(({ name }) => name);
};

it('reads emoji that stand for words, and finds nothing for others', async () => {
  expect(await found('🦷')).toEqual(['Two Elms Dental']);
  expect((await ask('🚑')).town[0]?.title).toBe('Emergency');
  expect(await found('🦄')).toEqual([]);
});

it('shows no shop that is only of the category that was asked for', async () => {
  const [shopping] = await database.db.select().from(categories).where(eq(categories.slug, 'shopping'));
  await aBusiness(database.db, {
    name: 'Elmwood Flower Room',
    categoryId: shopping?.id ?? '',
    properties: ['delivery'],
  });
  expect(await found('florist')).toEqual(['Elmwood Flower Room']);
  expect(await found('gas station')).toEqual([]);
  const { offers, counts } = await ask('gas station');
  expect(offers.categories.map(({ slug }) => slug)).toContain('shopping');
  // No choice promises what the list has not.
  expect([counts.properties, counts.categories]).toEqual([{}, {}]);
  expect((await ask('florist')).counts.properties).toEqual({ delivery: 1 });
});

it('finds whose telephone number was typed, with or without the town’s area code', async () => {
  const bread = await aCategory(database.db, { slug: 'bread', name: 'Bread' });
  await aBusiness(database.db, {
    ...{ name: 'Oak Bakery', phone: '(210) 555-0137', categoryId: bread.id, properties: ['delivery'] },
  });
  await aBusiness(database.db, { name: 'Austin Bakery', phone: '(512) 555-0137' });
  for (const typed of ['555-0137', '5550137', '(210) 555-0137', '210.555.0137', '+1 210 555 0137', '12105550137']) {
    expect(await found(typed)).toEqual(['Oak Bakery']);
  }
  expect(await ask('555-0137')).toMatchObject({ town: [], understood: [], closeFrom: null });
  expect(await found('512-555-0137')).toEqual(['Austin Bakery']);
  expect(await found('555-0199')).toEqual([]);
  // Every other choice narrows the list as it does that of words.
  const chosen = async (choice: string) =>
    ((await (await visitor.get(`/api/businesses?search=555-0137&${choice}`)).json()) as ListedBusiness[]).length;
  expect(await Promise.all(['categoryId=bread', 'properties=delivery'].map(chosen))).toEqual([1, 1]);
  const without = ['categoryId=medical-services', 'properties=takeout', 'photos=yes', 'near=29.5,-98.5&within=1'];
  expect(await Promise.all(without.map(chosen))).toEqual([0, 0, 0, 0]);
  // A number of the town itself is a line to call.
  expect((await ask('210-824-3281')).town[0]).toMatchObject({ phone: '210-824-3281' });
});

it('leaves out what is only of the same category where something near is there, and takes no clinic for a supermarket', async () => {
  const { db } = database;
  const idOf = async (slug: string) =>
    only(await db.select().from(categories).where(eq(categories.slug, slug)), slug).id;
  await aBusiness(db, { name: 'Elm Flower Room', description: 'Florist', categoryId: await idOf('shopping') });
  const find = async (search: string) =>
    ((await (await visitor.get(`/api/businesses?search=${search}`)).json()) as ListedBusiness[]).map(
      ({ name }) => name,
    );
  await aBusiness(db, {
    name: 'Circle Family Clinic',
    description: 'Family clinic',
    categoryId: await idOf('medical-services'),
  });
  expect(await find('pharmacy')).toEqual(['Circle Family Clinic']);
  expect((await ask('pharmacy')).closeFrom).toBe(0);
  expect(await find('h-e-b')).toEqual([]);
  expect(await find('walmart')).toEqual([]);
});

it('says where the town has only what is near, and where businesses only have some of the words', async () => {
  const { db } = database;
  await aBusiness(db, { name: 'High Water Grill', description: 'Burgers by the creek. Pay at the window.' });
  const about = async (search: string) => {
    const { townAbove, townIsGuess, isTownAlone, understood } = await ask(search);
    return { isFirst: townAbove > 0, townIsGuess, isTownAlone, chips: understood.map(({ label }) => label) };
  };
  expect(await about('playground')).toMatchObject({ isFirst: true, townIsGuess: true, isTownAlone: false });
  expect(await about('pay water bill')).toEqual({ isFirst: true, townIsGuess: false, isTownAlone: true, chips: [] });
  // A time to be open is no emergency, and no matter of the town.
  for (const search of ['pizza right now', 'open right now', 'anything open after 10pm', 'open late friday']) {
    expect([search, await about(search)]).toMatchObject([search, { isFirst: false }]);
  }
  expect((await ask('i feel like hurting myself')).town[0]?.title).toMatch(/^Suicide/);
  // A question that goes on asks about something else.
  expect((await ask('what should i do if i find a snake')).town.map(({ href }) => href)).not.toContain('/events');
  for (const search of [
    'im bored',
    'what should i do today',
    'what should we do tonight',
    'december 6',
    'next weekend',
  ]) {
    expect([search, await about(search)]).toMatchObject([search, { isFirst: true, townIsGuess: false }]);
  }
  const pets = await aCategory(db, { slug: 'pet-services', name: 'Pet Services' });
  const home = await aCategory(db, { slug: 'home-services', name: 'Home Services' });
  await aBusiness(db, {
    name: 'Whisker & Wag',
    description: 'A groomer for cats and small dogs.',
    categoryId: pets.id,
  });
  await aBusiness(db, { name: 'Wrench & Sons', description: 'A plumber who mends leaks.', categoryId: home.id });
  // Only the category of animals, and only a place to park.
  expect(await about('animal control')).toMatchObject({ isFirst: true, townIsGuess: false, isTownAlone: true });
  expect(await about('parking ticket')).toMatchObject({ isFirst: true, townIsGuess: false, isTownAlone: true });
  // A walker of dogs who has a license gives none.
  await aBusiness(db, {
    name: 'Bo Dog Walkers',
    description: 'We walk dogs.',
    categoryId: pets.id,
    properties: ['licensed-insured'],
  });
  expect(await about('dog license')).toMatchObject({ isFirst: true, isTownAlone: true });
  // One word of many stands in its text by chance.
  await aBusiness(db, { name: 'Two Elms', description: 'Straight rows of elms.' });
  expect(await about('swings and slides straight outside')).toMatchObject({ isFirst: true, isTownAlone: true });
  // A plumber may be meant as well.
  expect(await about('gas leak')).toMatchObject({ isFirst: true, isTownAlone: false });
  // Its name was typed in full.
  expect(await about('high water grill')).toMatchObject({ isTownAlone: false });
  expect(await about('dentist')).toMatchObject({ isFirst: false, townIsGuess: false, isTownAlone: false });
});

it('finds breakfast where anybody may eat, and a guest house for who asks for one', async () => {
  const { db } = database;
  const food = await aCategory(db, { slug: 'food-dining', name: 'Food & Dining' });
  const other = await aCategory(db, { slug: 'other', name: 'Other' });
  await aBusiness(db, { name: 'Nine Doors Guest House', description: 'Rooms with breakfast.', categoryId: other.id });
  await aBusiness(db, { name: 'Comal Nuevo', description: 'Breakfast tacos until eleven.', categoryId: food.id });
  const find = async (search: string) => {
    const answer = await visitor.get(`/api/businesses?search=${encodeURIComponent(search)}`);
    return ((await answer.json()) as ListedBusiness[]).map(({ name }) => name);
  };
  for (const search of ['breakfast', 'desayuno']) {
    expect(await find(search), search).toContain('Comal Nuevo');
    expect(await find(search), search).not.toContain('Nine Doors Guest House');
  }
  expect((await find('guest house with breakfast'))[0]).toBe('Nine Doors Guest House');
});

it('finds the same for parking in both languages', async () => {
  const { db } = database;
  await aBusiness(db, { name: 'Lawn Shop', address: '1 Park Hill Dr, Olmos Park, TX' });
  const find = async (search: string) => {
    const answer = await visitor.get(`/api/businesses?search=${search}`);
    return ((await answer.json()) as ListedBusiness[]).map(({ name }) => name);
  };
  expect(await find('parking')).toEqual(['Two Elms Dental']);
  expect(await find('estacionamiento')).toEqual(['Two Elms Dental']);
});

it('the offers that run stand above the listings, as offers', async () => {
  const premiumExpiresAt = new Date('2027-01-01T00:00:00Z');
  const { id } = await aBusiness(database.db, { name: 'Elm Bikes', slug: 'elm-bikes', premiumExpiresAt });
  await database.db.insert(offers).values({ businessId: id, title: 'A free bell', until: '2026-12-24' });
  const { town, townAbove, isTownAlone } = await ask('any coupons');
  expect(town).toEqual([
    {
      ...{ kind: 'offer', title: 'A free bell', href: '/business/elm-bikes', phone: null },
      note: 'Offer of Elm Bikes until December 24, 2026',
    },
  ]);
  expect({ townAbove, isTownAlone }).toEqual({ townAbove: 1, isTownAlone: true });
});
