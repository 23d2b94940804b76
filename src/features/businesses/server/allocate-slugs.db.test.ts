import { describe, expect, it } from 'vitest';
import { businessSlugs } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { allocateSlugs } from './allocate-slugs.ts';

const database = testDatabase();
const branch = (address: string) => ({ name: 'Starbucks', address });

describe('allocateSlugs', () => {
  it('names the branches of a chain by their street, number and town, then counts', async () => {
    const slugs = await allocateSlugs(database.db, [
      branch('1 Main St, Alma, TX'),
      branch('2 Main St, Alma, TX'),
      branch('3 Main St, Alma, TX'),
      branch('3 Main St, Boerne, TX'),
      branch('3 Main St, Boerne, TX'),
      branch('3 Main St, Boerne, TX'),
    ]);
    expect(slugs).toEqual([
      'starbucks',
      'starbucks-main-st',
      'starbucks-3-main-st',
      'starbucks-3-main-st-boerne',
      'starbucks-3-main-st-boerne-2',
      'starbucks-3-main-st-boerne-3',
    ]);
  });

  it('never gives away a slug that is or was taken', async () => {
    const business = await aBusiness(database.db, { slug: 'starbucks' });
    await database.db.insert(businessSlugs).values({ slug: 'starbucks-main-st', businessId: business.id });
    expect(await allocateSlugs(database.db, [branch('1 Main St, Alma, TX')])).toEqual(['starbucks-1-main-st']);
  });

  it('counts on however many there are', async () => {
    const slugs = await allocateSlugs(
      database.db,
      Array.from({ length: 200 }, () => branch('')),
    );
    expect(new Set(slugs).size).toBe(200);
    expect(slugs.at(-1)).toBe('starbucks-200');
  });
});
