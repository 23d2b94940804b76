/** Searches in towns with more than 20,000 listings, which rank only some of them (functions/5-find.sql). */
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { type BusinessSearch, searchBusinesses } from './search-businesses.ts';

const database = testDatabase();
const tomorrow = new Date(Date.now() + 86_400_000);
const yesterday = new Date(Date.now() - 86_400_000);

/** Every page of a list, one after the other. */
async function allPages(search: BusinessSearch) {
  const pages = [await searchBusinesses(database.db, search)];
  for (let last = pages[0]; last?.nextCursor; ) {
    last = await searchBusinesses(database.db, { ...search, cursor: last.nextCursor });
    pages.push(last);
  }
  return pages;
}

describe('a search among very many listings', () => {
  it('shows some hundred of the best, each once, premium first among equals', { timeout: 60_000 }, async () => {
    const { db } = database;
    const { id } = await aCategory(db, { slug: 'food' });
    await db.execute(sql`
      insert into businesses (id, slug, name, description, category_id, status, premium_expires_at)
      select gen_random_uuid(), 's' || number, case when number % 3 = 0 then 'Stand ' else 'Churros ' end || number, 'Churros.', ${id},
        'approved', case number % 50 when 0 then ${tomorrow.toISOString()}::timestamptz when 1 then ${yesterday.toISOString()} end
      from generate_series(1, 2500) as number`);
    // Listings that are only there to be many.
    await db.execute(sql`
      insert into search_docs (business_id, category_id, place, name_sort, words)
      select gen_random_uuid(), ${id}, (random() * 2 ^ 53)::bigint, 'other', ${"'other':1A"} from generate_series(1, 25000)`);
    await db.execute(sql`update categories set business_count = 27500`);
    await db.execute(sql`update search_words set docs = 2500 where word = 'churros'`);
    await aBusiness(db, { name: 'Churros', categoryId: id, slug: 'of-this-name' });
    for (const categoryId of [undefined, 'food']) {
      const pages = await allPages({ search: 'churros', categoryId, limit: 60 });
      const all = pages.flatMap(({ businesses }) => businesses);
      expect(all.length).toBeGreaterThan(300);
      expect(new Set(all.map((business) => business.id)).size).toBe(all.length);
      expect(all[0]?.slug).toBe('of-this-name');
      const inName = all.slice(1).map(({ name }) => name.startsWith('Churros'));
      expect(inName.indexOf(false)).toBe(inName.filter(Boolean).length);
      const premium = all.slice(1, inName.indexOf(false)).map(({ isPremium }) => isPremium);
      expect(premium.indexOf(false)).toBeGreaterThan(10);
      expect(premium.indexOf(false)).toBe(premium.filter(Boolean).length);
    }
  });
});

describe('a search of which a sample is enough', () => {
  const fill = async () => {
    const { db } = database;
    const { id } = await aCategory(db, { slug: 'food' });
    await db.execute(sql`
      insert into businesses (id, slug, name, category_id, status, premium_expires_at)
      select gen_random_uuid(), 's' || number, 'Churros ' || case when number % 10 = 0 then 'Gazpacho ' else '' end || number, ${id}, 'approved',
        case number % 100 when 0 then ${tomorrow.toISOString()}::timestamptz end
      from generate_series(1, 3000) as number`);
    await db.execute(sql`
      insert into search_docs (business_id, category_id, place, name_sort, words)
      select gen_random_uuid(), ${id}, (random() * 2 ^ 53)::bigint, 'other', ${"'other':1A"} from generate_series(1, 27000)`);
    await db.execute(sql`update categories set business_count = 30000`);
    // As many as a far larger town has.
    await db.execute(sql`update search_words set docs = 20000 where word in ('churros', 'gazpacho')`);
  };

  it('ranks that and every premium listing, and says that there are more than 1,000', { timeout: 60_000 }, async () => {
    await fill();
    for (const search of ['churros', 'churros near me']) {
      const pages = await allPages({ search, limit: 60 });
      const all = pages.flatMap(({ businesses }) => businesses);
      expect(pages[0]).toMatchObject({ total: 1001, totalIsCapped: true });
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.length).toBeGreaterThan(150);
      expect(all.length).toBeLessThan(400);
      expect(all.slice(0, 30).every(({ isPremium }) => isPremium)).toBe(true);
    }
  });

  it('finds and counts each where the sample has few', { timeout: 60_000 }, async () => {
    await fill();
    for (const search of ['gazpacho', 'churros gazpacho']) {
      const page = await searchBusinesses(database.db, { search, limit: 60 });
      expect(page).toMatchObject({ total: 300, totalIsCapped: false });
    }
  });
});
