import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addStaff } from '#features/accounts/server/add-staff.ts';
import { removeSampleContent } from '#features/sample-content/server/remove-sample-content.ts';
import type { CityPack } from '#server/city-pack.ts';
import { locks } from '#server/db/advisory-locks.ts';
import {
  ads,
  articles,
  auditLog,
  businesses,
  businessPhotos,
  categories,
  eventOccurrences,
  events,
  subscriptions,
  users,
} from '#server/db/schema/index.ts';
import { CityPackError } from '#server/pack-files.ts';
import { formatTime } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { only } from '#tests/support/found.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { loadSampleContent } from './load-sample-content.ts';

const database = testDatabase();
const now = new Date('2026-07-05T00:00:00Z');
let pack: CityPack;

const bakery = {
  name: 'Oak Bakery',
  category: 'food',
  description: 'Bread',
  address: '1 Oak Street',
  addedDaysAgo: 30,
};
const meeting = { title: 'Council', category: 'government', location: 'City hall', description: 'x' };
const story = { slug: 'rain', title: 'Rain', category: 'news', excerpt: 'At last' };

const write = (file: string, value: unknown) =>
  writeFile(join(pack.folder, 'sample', file), typeof value === 'string' ? value : JSON.stringify(value));

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alameda-pack-'));
  pack = {
    ...aCity(),
    folder,
    categories: [{ slug: 'food', name: 'Food', description: null, icon: 'other', color: 'green' }],
  };
  pack.pictureSizes['oak.svg'] = { width: 800, height: 400 };
  await mkdir(join(folder, 'sample/articles'), { recursive: true });
  for (const file of ['businesses.json', 'events.json', 'articles.json', 'ads.json']) await write(file, []);
});
afterEach(() => rm(pack.folder, { recursive: true }));

const load = () => loadSampleContent(database.db, pack, now);
const rows = async (table: typeof users | typeof businesses | typeof categories | typeof articles) =>
  (await database.db.select({ rows: count() }).from(table))[0]?.rows;

it('lists businesses with owners, pictures, hours and premium', async () => {
  await write('businesses.json', [
    {
      ...bakery,
      owner: 'rosa-m',
      premiumDays: 90,
      logo: 'oak.svg',
      gallery: ['oak.svg'],
      hours: { mon: [['08:00', '17:00']] },
    },
    { ...bakery, address: '2 Elm Street', status: 'pending', owner: 'rosa-m' },
    { ...bakery, name: 'Elm Books', featured: true },
  ]);
  expect(await load()).toBe(true);
  const [premium, pending, free] = await database.db.select().from(businesses).orderBy(businesses.id);
  const [owner, ...others] = await database.db.select().from(users);
  expect(others).toEqual([]);
  expect(owner).toMatchObject({ username: 'rosa-m', role: 'owner' });
  expect(owner?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(premium).toMatchObject({
    slug: 'oak-bakery',
    status: 'approved',
    ownerId: owner?.id,
    logoUrl: '/media/city/oak.800x400.svg',
    hours: { mon: [['08:00', '17:00']] },
    premiumExpiresAt: new Date(now.getTime() + 90 * dayMs),
    approvedAt: new Date(now.getTime() - 30 * dayMs),
    nameKey: 'oak bakery',
  });
  expect(pending).toMatchObject({
    slug: 'oak-bakery-elm-street',
    status: 'pending',
    approvedAt: null,
    premiumExpiresAt: null,
  });
  expect(free).toMatchObject({ slug: 'elm-books', ownerId: null, featuredByStaff: true });
  expect(await database.db.select().from(businessPhotos)).toMatchObject([{ businessId: premium?.id, alt: 'An oak' }]);
  expect(await database.db.select().from(subscriptions)).toMatchObject([
    { userId: owner?.id, businessId: premium?.id, kind: 'claim_premium', status: 'active' },
  ]);
});

it('dates events from the day of loading, on the clock of the city', async () => {
  await write('events.json', [
    { ...meeting, startTime: '18:00', endTime: '20:00', when: { rule: 'FREQ=MONTHLY;BYDAY=3TH' } },
    { ...meeting, title: 'Dance', startTime: '21:00', endTime: '01:00', when: { inDays: 0 } },
  ]);
  await load();
  const [dance] = await database.db.select().from(events).orderBy(events.startsAt).offset(1);
  expect(dance).toMatchObject({
    title: 'Dance',
    startsAt: new Date('2026-07-05T02:00:00Z'),
    endsAt: new Date('2026-07-05T06:00:00Z'),
  });
  const occurrences = await database.db.select().from(eventOccurrences);
  expect(occurrences.length).toBeGreaterThan(14);
  const hours = occurrences.map((row) => formatTime(row.startsAt, 'America/Chicago'));
  expect(new Set(hours)).toEqual(new Set(['6:00 PM', '9:00 PM']));
});

it('publishes articles on the mornings of their days, cleaned', async () => {
  await write('articles.json', [
    { ...story, daysAgo: 3, picture: 'oak.svg' },
    { ...story, slug: 'draft', daysAgo: 1, published: false },
    { ...story, slug: 'soon', daysAgo: -2 },
  ]);
  await write('articles/rain.html', '<h1>Rain</h1><script>x()</script>');
  await write('articles/draft.html', '');
  await write('articles/soon.html', '');
  await load();
  expect(await database.db.select().from(articles).orderBy(articles.publishAt)).toMatchObject([
    { slug: 'rain', content: '<h2>Rain</h2>', publishAt: new Date('2026-07-01T13:30:00Z'), imageAlt: 'An oak' },
    { slug: 'draft', published: false },
    { slug: 'soon', published: true, publishAt: new Date('2026-07-06T13:30:00Z') },
  ]);
});

it('sets up house ads', async () => {
  await write('ads.json', [
    { slot: 'banner', title: 'Your ad', text: 'Here', label: 'Ask', url: '/contact', picture: 'oak.svg' },
  ]);
  await load();
  expect(await database.db.select().from(ads)).toMatchObject([
    { slot: 'banner', imageUrl: '/media/city/oak.800x400.svg' },
  ]);
});

it('fills a database once, also when two processes start at once', async () => {
  await write('businesses.json', [{ ...bakery, owner: 'rosa-m' }]);
  expect((await Promise.all([load(), load()])).sort()).toEqual([false, true]);
  expect(await load()).toBe(false);
  expect([await rows(users), await rows(businesses)]).toEqual([1, 1]);
});

it('leaves a database alone in which somebody is at work', async () => {
  await database.db.insert(users).values({ username: 'staff', email: 'staff@example.com' });
  expect(await load()).toBe(false);
  expect(await rows(categories)).toBe(0);
});

const makeStaff = (username: string, actorId: string | null = null) =>
  addStaff(
    database.db,
    { email: `${username}@town.example`, username, password: 'an orchard of figs', actorId },
    testServices(database),
  );

it('fills a database in which a command has made staff before the first start, and leaves them out of the sample', async () => {
  const { userId } = await makeStaff('rosa-m');
  await write('businesses.json', [{ ...bakery, owner: 'rosa-m' }]);
  expect(await load()).toBe(true);
  const business = only(await database.db.select().from(businesses), 'listing');
  const owner = only(
    await database.db
      .select()
      .from(users)
      .where(eq(users.id, business.ownerId ?? '')),
    'owner',
  );
  expect(owner).toMatchObject({ username: 'rosa-m-2', email: 'rosa-m-2@owners.example.com', role: 'owner' });
  await removeSampleContent(database.db, pack, null);
  expect(only(await database.db.select().from(users), 'account').id).toBe(userId);
  // The next start does not bring it back.
  expect(await load()).toBe(false);
});

it('leaves a database alone in which staff have made staff, or anything else', async () => {
  const { userId } = await makeStaff('stella');
  await database.db.insert(auditLog).values({ actorId: userId, action: 'x', subjectType: 'site', subjectId: 'x' });
  expect(await load()).toBe(false);
  await database.db.delete(auditLog);
  await makeStaff('sam', userId);
  expect(await load()).toBe(false);
});

it.each([
  ['a category that the pack lacks', 'businesses.json', [{ ...bakery, category: 'shops' }], 'shops is no category'],
  [
    'premium that nobody pays for',
    'businesses.json',
    [{ ...bakery, premiumDays: 3 }],
    'Oak Bakery: premiumDays needs an owner',
  ],
  [
    'a picture that is not described',
    'ads.json',
    [{ slot: 'banner', title: 'Ad', text: 'x', label: 'x', url: '/', picture: 'elm.jpg' }],
    'elm.jpg is not described',
  ],
  [
    'a rule that never comes true',
    'events.json',
    [{ ...meeting, startTime: '18:00', endTime: null, when: { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' } }],
    'Council: .* never takes place',
  ],
  ['a field that is not known', 'ads.json', [{ slot: 'top' }], 'slot'],
])('refuses %s, names the place and writes nothing', async (_, file, content, message) => {
  await write('articles.json', [{ ...story, daysAgo: 0 }]);
  await write('articles/rain.html', 'x');
  await write(file, content);
  await expect(load()).rejects.toThrow(CityPackError);
  await expect(load()).rejects.toThrow(new RegExp(`${file}[^]*${message}`));
  expect([await rows(users), await rows(articles), await rows(categories)]).toEqual([0, 0, 0]);
});

it('does not wait for a process that makes indexes, which waits for it', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [locks.indexes]);
    expect(await loadSampleContent(database.db, pack, now)).toBe(true);
  } finally {
    await client.query('select pg_advisory_unlock_all()');
    client.release();
  }
});

it('has a lock of its own for each kind of work', () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
});
