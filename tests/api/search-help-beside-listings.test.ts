/** Listings and what stands around them agree: for a danger beside a listing, and for a number or a sign that nobody has. */
import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { ListedBusiness, SearchContext } from '#features/businesses/contract.ts';
import { readCityPack } from '#server/city-pack.ts';
import { expiresHeader } from '#server/http/serve.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let visitor: TestBrowser;

beforeAll(async () => {
  const { db } = database;
  const cars = (await aCategory(db, { slug: 'automotive', name: 'Automotive' })).id;
  const home = (await aCategory(db, { slug: 'home-services', name: 'Home Services' })).id;
  await aBusiness(db, { name: 'Circle Fuel', description: 'A gas station: regular and diesel.', categoryId: cars });
  const mended = 'A cleaner for a house that was full of smoke, with a fan. Ask for extension 555.';
  await aBusiness(db, { name: 'Elm Fan', description: mended, categoryId: home });
  const city = await readCityPack('olmos-park');
  visitor = new TestBrowser(createApi(testServices(database, { city, now: () => new Date('2026-11-18T17:00:00Z') })));
});

async function ask(search: string) {
  const query = `search=${encodeURIComponent(search)}`;
  const list = (await (await visitor.get(`/api/businesses?${query}`)).json()) as ListedBusiness[];
  const around = (await (await visitor.get(`/api/search/context?${query}`)).json()) as SearchContext;
  return { names: list.map(({ name }) => name), around, above: around.town.slice(0, around.townAbove) };
}

it('leaves a listing open that has all that was asked for, below the number to call', async () => {
  const { names, around, above } = await ask('house full of smoke fan');
  expect([names, above[0]?.title, around.isTownAlone]).toEqual([['Elm Fan'], 'Emergency', false]);
  // Nothing but the danger is there.
  expect((await ask('house full of smoke')).around.isTownAlone).toBe(true);
});

it.each(['gas near me', 'need gas', 'gas', 'where to get gas', 'gas open now'])(
  'offers gas stations to who needs gas: %s',
  async (search) => {
    const { names, around, above } = await ask(search);
    expect(names).toEqual(['Circle Fuel']);
    expect([around.isTownAlone, above.map(({ title }) => title)]).toEqual([false, []]);
  },
);

it('calls no help for what people ask for every day', async () => {
  const searches = [
    ...['someone to paint a room in my house', 'someone to cut the grass in my yard', 'ac broke in my apartment'],
    ...['seizure doctor', 'hot water broke', 'outside gun range', 'missing child support', 'lost my child custody'],
    ...['fire house subs', 'chest waxing hurts', 'bench press chest hurts', 'heart attack burger', 'baby crying'],
    ...['my husband hit me up for tacos', 'se metieron las hormigas a mi casa', 'cant breathe through nose'],
    ...['get smoke smell out of house', 'my car battery is dying', 'no puedo mas con las cucarachas'],
  ];
  const wrong: string[] = [];
  for (const search of searches) {
    const { above } = await ask(search);
    if (above.some(({ title }) => title === 'Emergency' || title.startsWith('Suicide'))) wrong.push(search);
  }
  expect(wrong).toEqual([]);
});

it.each(['210-555-9999', '555-9999', '🦄'])('counts nothing beside an empty list: %s', async (search) => {
  const { names, around } = await ask(search);
  const { closeFrom, setAside, correctedTo, counts } = around;
  expect([names, closeFrom, setAside, correctedTo]).toEqual([[], null, [], null]);
  expect(Object.values({ ...counts.categories, ...counts.properties }).concat(counts.openToday)).not.toContain(1);
});

it('offers answers for a search no longer than they are true: what is open changes with the clock', async () => {
  const answer = await visitor.get('/api/search/suggestions?search=gas+open+now');
  expect(answer.headers.get(expiresHeader)).toBe(String(Date.parse('2026-11-18T17:01:00Z')));
});
