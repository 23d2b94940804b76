import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it, test } from 'vitest';
import type { MissedSearch, Synonym } from '#features/searches/staff-contract.ts';
import { searchCounts } from '#features/statistics/server/count-visits.ts';
import { auditLog, searchMisses } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { answerOf, aStaffOffice } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const searches = '/api/staff/searches';
const synonyms = '/api/staff/synonyms';
const today = () => dayOf(new Date(), 'America/Chicago');

let office: Awaited<ReturnType<typeof aStaffOffice>>;
beforeEach(async () => {
  office = await aStaffOffice(database);
});

const add = (term: string, means: string) => office.staff.write('POST', synonyms, { body: { term, means } });
const list = async () => answerOf<Synonym[]>(await office.staff.get(synonyms));
const found = async (search: string) =>
  (
    await answerOf<{ name: string }[]>(await office.visitor.get(`/api/businesses?search=${encodeURIComponent(search)}`))
  ).map(({ name }) => name);

it('takes a synonym for a word that says only a part of a kind, as the word itself is taken', async () => {
  const shops = await aCategory(database.db, { slug: 'shopping', name: 'Shopping' });
  await aBusiness(database.db, { name: 'Stockyard Goods', categoryId: shops.id, description: 'A leather store.' });
  await aBusiness(database.db, { name: 'Gifts', categoryId: shops.id });
  await database.db.execute(sql`delete from search_words where word = 'leather'`);
  expect(await found('leather')).toEqual(['Stockyard Goods']);
  expect(await found('zimmeldon')).toEqual([]);
  await answerOf(await add('zimmeldon', 'leather'));
  expect(await found('zimmeldon')).toEqual(['Stockyard Goods']);
});

it('adds, changes and removes a synonym; the next search knows it, and the audit log says who', async () => {
  const { db } = database;
  const tools = await aCategory(db, { slug: 'tool-shops', name: 'Tool Shops' });
  await aBusiness(db, { name: 'Borrow a Ladder', categoryId: tools.id, description: 'By the day.' });
  expect(await found('zimmeldon')).toEqual([]);

  const added = await answerOf<Synonym>(await add(' Zimmeldon ', 'ladder'));
  expect(added).toMatchObject({ term: 'Zimmeldon', means: 'ladder' });
  expect(await found('zimmeldon')).toEqual(['Borrow a Ladder']);

  const was = { term: added.term, means: added.means };
  const change = (body: object) => office.staff.write('PUT', `${synonyms}/${added.id}`, { body: { ...body, was } });
  await answerOf(await change({ term: 'quorvex', means: 'Tool Shops' }));
  expect(await found('zimmeldon')).toEqual([]);
  expect(await found('quorvex')).toEqual(['Borrow a Ladder']);
  expect((await list()).map(({ term, means }) => [term, means])).toEqual([['quorvex', 'Tool Shops']]);
  const offered = await office.visitor.get('/api/search/suggestions?search=quorv');
  expect(await answerOf(offered)).toContainEqual({
    kind: 'category',
    title: 'Tool Shops',
    note: '1 business',
    href: '/category/tool-shops',
  });

  await answerOf(await office.staff.write('DELETE', `${synonyms}/${added.id}`));
  expect(await found('quorvex')).toEqual([]);
  expect((await office.staff.write('DELETE', `${synonyms}/${added.id}`)).status).toBe(404);
  expect((await change({ term: 'quorvex', means: 'ladder' })).status).toBe(404);

  const notes = await db.select().from(auditLog).where(eq(auditLog.subjectId, added.id)).orderBy(auditLog.id);
  expect(notes.map(({ action, actorId, data }) => [action, actorId, data])).toEqual([
    ['synonym.added', office.staffUser.id, { term: 'Zimmeldon', means: 'ladder' }],
    ['synonym.changed', office.staffUser.id, { term: ['Zimmeldon', 'quorvex'], means: ['ladder', 'Tool Shops'] }],
    ['synonym.removed', office.staffUser.id, { term: 'quorvex', means: 'Tool Shops' }],
  ]);
});

test.each([
  ['', 'ladder', 422, 'term'],
  ['?!', 'ladder', 422, 'term'],
  ['steps', ' ', 422, 'means'],
  ['ladders', 'Ladder', 422, 'means'],
  ['x'.repeat(61), 'ladder', 422, 'term'],
])('refuses %j means %j', async (term, means, status, field) => {
  const response = await add(term, means);
  expect(response.status).toBe(status);
  expect(((await response.json()) as { fields: object }).fields).toHaveProperty(field);
  expect(await list()).toEqual([]);
});

it('takes a term once, also from two people at once', async () => {
  const both = await Promise.all([add('locksmiths', 'keys'), add('Locksmith', 'doors')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await list()).toHaveLength(1);
});

it('lists what was searched in vain by count and last day, in a period, without who', async () => {
  const day = (ago: number) => addDays(today(), -ago);
  await database.db.insert(searchMisses).values([
    { term: 'sushi', day: day(0), count: 2 },
    { term: 'sushi', day: day(20), count: 5 },
    { term: 'zeppelin', day: day(3), count: 4 },
    { term: 'airship', day: day(200), count: 50 },
  ]);
  await answerOf(await add('zeppelins', 'balloon'));
  const rows = async (query: string) =>
    (await answerOf<MissedSearch[]>(await office.staff.get(searches + query))).map((row) => [
      row.term,
      row.count,
      row.lastDay,
      row.means,
    ]);
  expect(await rows('')).toEqual([
    ['sushi', 7, day(0), null],
    ['zeppelin', 4, day(3), 'balloon'],
  ]);
  expect(await rows('?days=7')).toEqual([
    ['zeppelin', 4, day(3), 'balloon'],
    ['sushi', 2, day(0), null],
  ]);
  expect((await rows('?days=365'))[0]).toEqual(['airship', 50, day(200), null]);
  expect((await office.staff.get(`${searches}?days=forever`)).status).toBe(400);
});

it('counts searches of visitors that nothing fits, and those alone', async () => {
  await aBusiness(database.db, { name: 'Borrow a Ladder' });
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const search = (host: number, text: string) =>
    new TestBrowser(office.app, `198.51.100.${host}`).post(
      `/api/businesses/search-counts?search=${encodeURIComponent(text)}`,
      { body: { what: 'view' }, token: false, headers: { 'User-Agent': firefox } },
    );
  await Promise.all([1, 2, 3].map((host) => search(host, 'qwxzv')));
  await Promise.all([4, 5].map((host) => search(host, 'ladder')));
  await search(6, 'ada@example.com qwxzv');
  await searchCounts.flush(database.db);
  expect(await database.db.select().from(searchMisses)).toEqual([{ term: 'qwxzv', day: today(), count: 3 }]);
});

it('is for staff alone', async () => {
  for (const path of [searches, synonyms]) {
    expect((await office.visitor.get(path)).status).toBe(401);
    expect((await office.owner.get(path)).status).toBe(403);
  }
  const refused = await office.owner.write('POST', synonyms, { body: { term: 'steps', means: 'ladder' } });
  expect(refused.status).toBe(403);
});
