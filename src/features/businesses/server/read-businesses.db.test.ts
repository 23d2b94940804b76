/** One business, and the newest featured ones. */
import { describe, expect, it } from 'vitest';
import { businessPhotos, businessSlugs } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { findBusinessBySlug } from './get-business.ts';
import { readFeaturedBusinesses } from './list-featured-businesses.ts';

const database = testDatabase();
const now = new Date('2026-06-01T12:00:00Z');
const clock = { now, timeZone: 'America/Chicago' };
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);

describe('a business', () => {
  it('comes with its hours, category and photos in their order', async () => {
    const { db } = database;
    const hours = { mon: [['09:00', '17:00']] };
    const { id } = await aBusiness(db, {
      ...{ slug: 'paws', name: 'Paws', hours, premiumExpiresAt: days(1) },
    });
    await db.insert(businessPhotos).values([
      { businessId: id, url: '/b.jpg', alt: 'b', position: 2 },
      { businessId: id, url: '/a.jpg', alt: 'a', position: 1 },
    ]);
    expect(await findBusinessBySlug(db, 'paws', clock)).toMatchObject({
      ...{ id, name: 'Paws', hours, verified: true },
      photos: [
        { url: '/a.jpg', alt: 'a' },
        { url: '/b.jpg', alt: 'b' },
      ],
    });
  });

  it('is found by a former slug as a redirect', async () => {
    const { db } = database;
    const { id } = await aBusiness(db, { slug: 'new-name' });
    await db.insert(businessSlugs).values({ slug: 'old-name', businessId: id });
    expect(await findBusinessBySlug(db, 'old-name', clock)).toEqual({ redirectTo: 'new-name' });
  });

  it('is not there while it is not approved, under no slug', async () => {
    const { db } = database;
    const { id } = await aBusiness(db, { slug: 'waiting', status: 'pending' });
    await db.insert(businessSlugs).values({ slug: 'was-waiting', businessId: id });
    for (const slug of ['waiting', 'was-waiting', 'unknown'])
      expect(await findBusinessBySlug(db, slug, clock)).toBeNull();
  });
});

describe('featured businesses', () => {
  it('are premium now or marked by staff, approved, newest first, at most 12', async () => {
    const { db } = database;
    await aBusiness(db, { name: 'marked', featuredByStaff: true, approvedAt: days(-3) });
    await aBusiness(db, { name: 'premium', premiumExpiresAt: days(1), approvedAt: days(-2) });
    await aBusiness(db, { name: 'expired', premiumExpiresAt: days(-1), approvedAt: days(-1) });
    await aBusiness(db, { name: 'pending', featuredByStaff: true, status: 'pending', approvedAt: null });
    await aBusiness(db, { name: 'plain', approvedAt: days(-1) });
    const featured = await readFeaturedBusinesses(db, now);
    expect(featured.map(({ name }) => name)).toEqual(['premium', 'marked']);
    expect(featured.map(({ isPremium }) => isPremium)).toEqual([true, false]);
    for (let number = 0; number < 12; number += 1) {
      await aBusiness(db, { featuredByStaff: true, approvedAt: days(-10 - number) });
    }
    expect(await readFeaturedBusinesses(db, now)).toHaveLength(12);
  });
});
