/** The search table and the categories' numbers follow every way to change a listing. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';
import { businesses, categories, searchDocs, searchWords } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { searchBusinesses } from '../search-businesses.ts';

const database = testDatabase();

async function found(search: string, categoryId?: string) {
  const page = await searchBusinesses(database.db, { search, categoryId, limit: 60 });
  return page.businesses.map(({ name }) => name);
}

async function counts() {
  const rows = await database.db.select({ slug: categories.slug, number: categories.businessCount }).from(categories);
  return Object.fromEntries(rows.map(({ slug, number }) => [slug, number]));
}

describe('one listing', () => {
  it('is found from its approval on, until it is hidden', async () => {
    const { db } = database;
    const { id } = await aBusiness(db, { name: 'Xylophonia', status: 'pending' });
    const become = (status: 'approved' | 'hidden' | 'rejected') =>
      db.update(businesses).set({ status }).where(eq(businesses.id, id));
    expect(await found('xylophonia')).toEqual([]);
    await become('approved');
    expect(await found('xylophonia')).toEqual(['Xylophonia']);
    await become('hidden');
    expect(await found('xylophonia')).toEqual([]);
    await become('approved');
    await db.delete(businesses).where(eq(businesses.id, id));
    expect(await found('xylophonia')).toEqual([]);
    expect(await db.$count(searchDocs)).toBe(0);
  });

  it('is found by its new words, and no more by the old', async () => {
    const { db } = database;
    const { id } = await aBusiness(db, { name: 'Marigold', description: 'lamps', address: '1 Elm Way' });
    await db
      .update(businesses)
      .set({ name: 'Thistle', description: 'chairs', address: '2 Oak Way' })
      .where(eq(businesses.id, id));
    for (const gone of ['marigold', 'lamps', 'elm']) expect(await found(gone)).toEqual([]);
    for (const now of ['thistle', 'chair', 'oak', 'thisle']) expect(await found(now)).toEqual(['Thistle']);
  });

  it('is left alone by changes that no search shows', async () => {
    const { db } = database;
    const { id } = await aBusiness(db, { name: 'Thistle' });
    const rowOf = () => db.execute(sql`select ctid::text as row from search_docs where business_id = ${id}`);
    const before = await rowOf();
    await db.update(businesses).set({ phone: '(210) 555-0100', version: 2 }).where(eq(businesses.id, id));
    expect((await rowOf()).rows).toEqual(before.rows);
  });
});

describe('categories', () => {
  it('have the number of their approved listings', async () => {
    const { db } = database;
    const a = await aCategory(db, { slug: 'a' });
    const b = await aCategory(db, { slug: 'b' });
    const first = await aBusiness(db, { categoryId: a.id });
    await aBusiness(db, { categoryId: a.id, status: 'pending' });
    await aBusiness(db, { categoryId: b.id });
    expect(await counts()).toEqual({ a: 1, b: 1 });
    await db.update(businesses).set({ status: 'approved' });
    expect(await counts()).toEqual({ a: 2, b: 1 });
    await db.update(businesses).set({ categoryId: b.id }).where(eq(businesses.id, first.id));
    expect(await counts()).toEqual({ a: 1, b: 2 });
    await db.update(businesses).set({ status: 'hidden' }).where(eq(businesses.id, first.id));
    expect(await counts()).toEqual({ a: 1, b: 1 });
    await db.delete(businesses);
    expect(await counts()).toEqual({ a: 0, b: 0 });
  });

  it('stay right when many writers approve at once', async () => {
    const { db } = database;
    const made = [await aCategory(db, { slug: 'a' }), await aCategory(db, { slug: 'b' })];
    const pending = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        aBusiness(db, { categoryId: made[index % 2]?.id ?? '', status: 'pending' }),
      ),
    );
    await Promise.all(
      pending.map(({ id }) => db.update(businesses).set({ status: 'approved' }).where(eq(businesses.id, id))),
    );
    expect(await counts()).toEqual({ a: 12, b: 12 });
    expect(await db.$count(searchDocs)).toBe(24);
  });

  it('are found by their new name, and listings under it, without a write to any listing', async () => {
    const { db } = database;
    const category = await aCategory(db, { slug: 'pets', name: 'Pet Services' });
    await aBusiness(db, { name: 'Paws', categoryId: category.id });
    await aBusiness(db, { name: 'Other' });
    expect(await found('pet')).toEqual(['Paws']);
    await db.update(categories).set({ name: 'Animals' }).where(eq(categories.id, category.id));
    expect(await found('animal')).toEqual(['Paws']);
    expect(await found('anmials')).toEqual(['Paws']);
    expect(await found('services')).toEqual([]);
    expect(await found('', 'pets')).toEqual(['Paws']);
  });
});

describe('many at once', () => {
  it('are found and counted after one statement, and gone after another', async () => {
    const { db } = database;
    const { id } = await aCategory(db, { slug: 'a' });
    await db.execute(sql`
      insert into businesses (id, slug, name, category_id, status)
      select gen_random_uuid(), 's' || number, 'Shop ' || number, ${id}, case when number % 4 = 0 then 'pending' else 'approved' end
      from generate_series(1, 2000) as number`);
    expect(await counts()).toEqual({ a: 1500 });
    expect((await searchBusinesses(db, { search: 'shop', limit: 1 })).totalIsCapped).toBe(true);
    expect(await db.$count(searchDocs)).toBe(1500);
    await db.execute(sql`truncate businesses cascade`);
    expect(await counts()).toEqual({ a: 0 });
    expect(await db.$count(searchDocs)).toBe(0);
  });
});

describe('words', () => {
  it('are counted again, and forgotten with their last listing', async () => {
    const { db } = database;
    await aBusiness(db, { name: 'Alamo Books' });
    const { id } = await aBusiness(db, { name: 'Alamo Quilts' });
    await refreshSearchWords(db);
    const docsOf = async () =>
      Object.fromEntries((await db.select().from(searchWords)).map(({ word, docs }) => [word, docs]));
    expect(await docsOf()).toMatchObject({ alamo: 2, books: 1, quilts: 1 });
    await db.delete(businesses).where(eq(businesses.id, id));
    await refreshSearchWords(db);
    expect(await docsOf()).toMatchObject({ alamo: 1, books: 1 });
    expect(Object.keys(await docsOf())).not.toContain('quilts');
    expect(Object.keys(await docsOf())).toContain('category');
  });

  it('stand in their indexes at once: a waiting list made every search after an import five times as slow', async () => {
    const { db } = database;
    await aBusiness(db, { name: 'Alamo Quilts' });
    await refreshSearchWords(db);
    const { rows } = await db.execute<{ pages: string }>(sql`
      select sum(gin_clean_pending_list(indexrelid)) as pages
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'search_words'::regclass and relname like 'search_words_similar%'`);
    expect(rows).toEqual([{ pages: '0' }]);
  });
});
