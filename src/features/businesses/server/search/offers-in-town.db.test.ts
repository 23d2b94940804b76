import { beforeAll, expect, it } from 'vitest';
import { offers } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { findOffers } from './offers-in-town.ts';

const database = testDatabase({ fresh: 'each-file' });
const now = new Date('2026-11-20T18:00:00Z');
const from = () => ({ db: database.db, city: aCity(), now: () => now });

beforeAll(async () => {
  const { db } = database;
  const { id: categoryId } = await aCategory(db, { name: 'Beauty' });
  const premiumExpiresAt = new Date('2027-01-01T00:00:00Z');
  const salon = await aBusiness(db, { name: 'Fig Salon', slug: 'fig', categoryId, premiumExpiresAt });
  const basic = await aBusiness(db, { name: 'Oak Salon', categoryId });
  const waiting = await aBusiness(db, { name: 'Elm Salon', categoryId, premiumExpiresAt, status: 'pending' });
  await db.insert(offers).values([
    { businessId: salon.id, title: 'Half-price haircuts', until: '2026-12-24' },
    { businessId: salon.id, title: 'A free comb', text: 'With each color.', until: '2026-11-20' },
    { businessId: salon.id, title: 'Over since yesterday', until: '2026-11-19' },
    { businessId: basic.id, title: 'Of a listing without premium', until: '2026-12-24' },
    { businessId: waiting.id, title: 'Of a listing that waits', until: '2026-12-24' },
  ]);
});

const titles = async (search: string) => (await findOffers(from(), search)).found.map(({ text }) => text.title);

it.each(['offers', 'any deals', 'coupons', 'specials this week', 'ofertas', 'descuentos', 'best discounts in town'])(
  '%s: all that run, the first to end first',
  async (search) => {
    const { found, isAll } = await findOffers(from(), search);
    expect(isAll).toBe(true);
    expect(found.map(({ text }) => text.title)).toEqual(['A free comb', 'Half-price haircuts']);
    expect(found[1]?.text).toMatchObject({ href: '/business/fig', note: 'Offer of Fig Salon until December 24, 2026' });
  },
);

it('an offer for a thing, by its words and by those of its listing', async () => {
  expect(await titles('haircut coupon')).toEqual(['Half-price haircuts']);
  expect(await titles('fig salon deals')).toHaveLength(2);
  expect(await titles('pizza coupon')).toEqual([]);
});

it.each(['haircut', 'special education', 'house for sale', 'salon'])('none for %s', async (search) => {
  expect(await titles(search)).toEqual([]);
});
