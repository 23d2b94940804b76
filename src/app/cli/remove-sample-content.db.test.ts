/** Removes the town's sample content, except for rows that people have worked on. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { lookAtSampleContent, removeSampleContent } from '#features/sample-content/server/remove-sample-content.ts';
import { type SampleContent, sampleKinds } from '#features/sample-content/staff-contract.ts';
import { type CityPack, readCityPack } from '#server/city-pack.ts';
import { ads, articles, auditLog, businesses, events, subscriptions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { loadSampleContent } from './load-sample-content.ts';

const database = testDatabase();
let pack: CityPack;

beforeEach(async () => {
  pack = await readCityPack('olmos-park');
  expect(await loadSampleContent(database.db, pack, new Date())).toBe(true);
});

const tables = { business: businesses, event: events, article: articles, ad: ads, person: users };

async function counts() {
  const found: Record<string, number> = {};
  for (const kind of sampleKinds) found[kind] = await database.db.$count(tables[kind]);
  return found;
}

it('takes all of it out, says so, and finds nothing the second time', async () => {
  const before = await counts();
  expect(before.business).toBeGreaterThan(40);
  expect(await lookAtSampleContent(database.db, pack)).toMatchObject({ removes: before, keeps: [] });
  expect(await counts()).toEqual(before);
  expect(await removeSampleContent(database.db, pack, null)).toMatchObject({
    removes: before,
    keeps: [],
    keepsInAll: 0,
  });
  expect(await counts()).toEqual({ business: 0, event: 0, article: 0, ad: 0, person: 0 });
  expect(await database.db.$count(subscriptions)).toBe(0);
  expect(await database.db.select().from(auditLog)).toMatchObject([{ action: 'sample-content.removed' }]);
  const again = await removeSampleContent(database.db, pack, null);
  expect([again.removes.business, again.keepsInAll, await database.db.$count(auditLog)]).toEqual([0, 0, 1]);
});

async function touchSome(): Promise<Record<string, string>> {
  const [edited, used, worked, owned] = await database.db
    .select()
    .from(businesses)
    .where(sql`owner_id is null and status = 'approved'`)
    .orderBy(businesses.name)
    .limit(4);
  const [opened] = await database.db.select().from(businesses).where(sql`owner_id is not null`).limit(1);
  if (!edited || !used || !worked || !owned || !opened?.ownerId) throw new Error('the pack has too few listings');
  await database.db
    .update(businesses)
    .set({ phone: '210-555-0142', version: 2, updatedAt: new Date() })
    .where(eq(businesses.id, edited.id));
  await database.db.execute(sql`insert into business_slugs (slug, business_id) values ('a-former-one', ${used.id})`);
  await database.db
    .insert(auditLog)
    .values({ action: 'business.featured', subjectType: 'business', subjectId: worked.id });
  const [person] = await database.db.insert(users).values({ username: 'rhea', email: 'rhea@example.net' }).returning();
  await database.db
    .update(businesses)
    .set({ ownerId: person?.id ?? null, updatedAt: new Date() })
    .where(eq(businesses.id, owned.id));
  await aSession(database.db, opened.ownerId);
  const [event] = await database.db.select().from(events).limit(1);
  await database.db
    .update(events)
    .set({ location: 'Elsewhere', version: 2 })
    .where(eq(events.id, event?.id ?? ''));
  const [article] = await database.db.select().from(articles).limit(1);
  await database.db
    .update(articles)
    .set({ title: 'Ours now', version: 2 })
    .where(eq(articles.id, article?.id ?? ''));
  await database.db.update(ads).set({ active: false, version: 2 }).where(sql`id = (select id from ads limit 1)`);
  return {
    [edited.name]: 'changed',
    [used.name]: 'in-use',
    [worked.name]: 'worked-on',
    [owned.name]: 'changed',
    [opened.name]: 'owner-active',
  };
}

it('leaves what people have touched, and names it with the reason', async () => {
  const touched = await touchSome();
  const real = await aBusiness(database.db, { name: 'A real bakery' });
  const { keeps } = await removeSampleContent(database.db, pack, null);
  const kept = Object.fromEntries(keeps.filter(({ kind }) => kind === 'business').map((row) => [row.name, row.reason]));
  expect(kept).toMatchObject(touched);
  const left = await database.db.select({ id: businesses.id, name: businesses.name }).from(businesses);
  expect(left.map(({ name }) => name).sort()).toEqual([...Object.keys(kept), 'A real bakery'].sort());
  expect(left.map(({ id }) => id)).toContain(real.id);
  expect(await counts()).toMatchObject({ event: 1, article: 1, ad: 1, person: 2 });
  expect(keeps.filter(({ kind }) => kind !== 'business').map(({ kind }) => kind)).toEqual([
    'event',
    'article',
    'ad',
    'person',
  ]);
});

it('recognizes what an earlier release has loaded', async () => {
  await database.db.execute(sql`truncate sample_rows`);
  const before = await counts();
  const [edited] = await database.db.select().from(businesses).limit(1);
  await database.db
    .update(businesses)
    .set({ version: 2, updatedAt: new Date() })
    .where(eq(businesses.id, edited?.id ?? ''));
  await database.db.insert(events).values({ slug: 'a-real-one', title: 'A real one', startsAt: new Date() });
  const { removes, keeps } = await removeSampleContent(database.db, pack, null);
  expect(removes).toMatchObject({ event: before.event, article: before.article, ad: before.ad });
  expect(removes.business).toBe((before.business ?? 0) - 1);
  expect(keeps[0]).toEqual({ kind: 'business', id: edited?.id, name: edited?.name, reason: 'changed' });
  expect(await database.db.select().from(events)).toMatchObject([{ title: 'A real one' }]);
});

it('is a call for staff alone', async () => {
  const { staff, owner, visitor, staffUser } = await aStaffOffice(database);
  const path = '/api/staff/sample-content';
  expect((await visitor.get(path)).status).toBe(401);
  expect((await owner.get(path)).status).toBe(403);
  expect((await owner.post(`${path}/removal`, {})).status).toBe(403);
  const before = await answerOf<SampleContent>(await staff.get(path));
  expect(before.removes.business).toBeGreaterThan(40);
  expect(before.isPublic).toBe(true);
  await answerOf(await staff.post(`${path}/removal`, {}));
  expect(await database.db.$count(events)).toBe(0);
  const [entry] = await database.db.select().from(auditLog).where(eq(auditLog.action, 'sample-content.removed'));
  expect(entry?.actorId).toBe(staffUser.id);
});
