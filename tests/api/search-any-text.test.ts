/** Searches any text with any filters: the answer is well-formed, the page shows the same list, and each chip removes its filter. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApi } from '#app/api/api.ts';
import { ListedBusiness, SearchContext } from '#features/businesses/contract.ts';
import { spellEmoji } from '#features/businesses/server/emoji-words.ts';
import { readCityPack } from '#server/city-pack.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase({ fresh: 'each-file' });
let visitor: TestBrowser;

beforeAll(async () => {
  const { db } = database;
  const medical = await aCategory(db, { slug: 'medical-services', name: 'Medical Services' });
  const food = await aCategory(db, { slug: 'food-dining', name: 'Food & Dining' });
  const hours = Object.fromEntries(['mon', 'wed', 'sat'].map((day) => [day, [['08:00', '17:00']]]));
  await aBusiness(db, { name: 'Two Elms Dental', categoryId: medical.id, hours, properties: ['parking'] });
  for (const name of ['Tía Nela’s Tacos', 'Broadway Coffee & Tacos', 'O’Neill’s Pizza', 'The Of']) {
    await aBusiness(db, {
      name,
      categoryId: food.id,
      hours,
      properties: ['delivery'],
      latitude: 29.47,
      longitude: -98.49,
    });
  }
  const city = await readCityPack('olmos-park');
  visitor = new TestBrowser(createApi(testServices(database, { city, now: () => new Date('2026-11-18T17:00:00Z') })));
});

const words = fc.constantFrom(
  ...[
    'tacos',
    'dentist',
    'open now',
    'near me',
    'saturday',
    'parking',
    'delivery',
    'abierto',
    'pizzza',
    'broadway',
    'the',
  ],
  ...[
    "o'neill’s",
    '78212',
    'h-e-b',
    '%',
    "';--",
    '!:*',
    '<->',
    '\\',
    '"',
    '|',
    '&',
    '24/7',
    'ñandú',
    '🍕',
    '\u0000',
    'at 99 pm',
  ],
);
const search = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
);
const oneOf = (...values: string[]) =>
  fc.option(fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 20 })), { nil: undefined });
const query = fc.record({
  search,
  categoryId: oneOf('food-dining', 'all', 'nowhere'),
  open: oneOf('now', 'late', 'saturday-10:00', 'weekend'),
  near: oneOf('center', '29.475,-98.488', '91,0'),
  within: oneOf('1', '500', '0.001'),
  properties: oneOf('delivery', 'parking,delivery', ",,'"),
  photos: oneOf('yes'),
  sort: oneOf('fit', 'distance', 'name', 'newest'),
});

const addressOf = (path: string, values: Record<string, string | undefined>) =>
  `${path}?${new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))}`;

it('answers any text and any choices with a list and what stands around it', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const list = await visitor.get(addressOf('/api/businesses', asked));
      const context = await visitor.get(addressOf('/api/search/context', asked));
      // Texts and parameters beyond their length are refused, never an error.
      expect([200, 400]).toContain(list.status);
      if (list.status !== 200) return;
      const found = z.array(ListedBusiness).parse(await list.json());
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      expect(Number(list.headers.get('x-total-count'))).toBeGreaterThanOrEqual(found.length);
      expect(context.status).toBe(200);
      const { closeFrom, setAside } = SearchContext.parse(await context.json());
      expect(decodeURIComponent(list.headers.get('x-set-aside') ?? '')).toBe(setAside.join(' '));
      if (closeFrom !== null) expect(closeFrom).toBeLessThan(Number(list.headers.get('x-total-count')));
    }),
    { numRuns: 150 },
  );
});

it('gives each listing once, page by page, in the order of one long page', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 4 }), oneOf('name', 'distance'), async (typed, sort) => {
      const asked = { search: typed.join(' '), sort };
      const idsOf = async (answer: Response) => ((await answer.json()) as { id: string }[]).map(({ id }) => id);
      const whole = await idsOf(await visitor.get(addressOf('/api/businesses', { ...asked, limit: '100' })));
      const pieces: string[] = [];
      for (let address: string | undefined = addressOf('/api/businesses', { ...asked, limit: '2' }); address; ) {
        const answer = await visitor.get(address);
        address = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
        pieces.push(...(await idsOf(answer)));
      }
      expect(pieces).toEqual(whole);
    }),
    { numRuns: 40 },
  );
});

it('leads back to no search when every chip is taken off', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 6 }), async (typed) => {
      let left = typed.join(' ');
      for (let step = 0; step < 20; step += 1) {
        const answer = await visitor.get(addressOf('/api/search/context', { search: left }));
        const { understood } = SearchContext.parse(await answer.json());
        const [first] = understood;
        if (first === undefined) return;
        // An emoji is read as the word it stands for, which is longer.
        expect(first.without.length).toBeLessThan(spellEmoji(left).length);
        left = first.without;
      }
      throw new Error(`Chips of ${typed.join(' ')} do not end`);
    }),
    { numRuns: 60, examples: [[['🍕', '🍕']]] },
  );
});
