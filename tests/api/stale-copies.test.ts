/** A page that was opened before a colleague saved: what it gives up or puts in its place is refused until it knows of that. */
import { beforeEach, expect, it, test } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import type { Synonym } from '#features/searches/staff-contract.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const shops = { slug: 'shopping', name: 'Shopping', description: null, icon: 'shopping', color: 'green' } as const;
let mine: TestBrowser;
let amys: TestBrowser;
beforeEach(async () => {
  const { db } = database;
  const services = testServices(database, { city: { ...aCity(), categories: [shops] } });
  await syncCategories(db, services.city);
  const app = createApi(services);
  const browserOf = async (username: string) =>
    new TestBrowser(app).withSession(await aSession(db, (await aUser(db, { role: 'staff', username })).id));
  [mine, amys] = [await browserOf('stella'), await browserOf('amy')];
});

interface Copy {
  value: unknown;
  changedAt: string | null;
}

const mail = '/api/staff/mail-texts/email-confirmation';
const reset = (path: string, changedAt: string | null) =>
  mine.write('DELETE', `${path}?changedAt=${encodeURIComponent(String(changedAt))}`);

test.each([
  ['/api/staff/categories', 'value'],
  ['/api/staff/properties', 'value'],
  ['/api/staff/prices', 'value'],
  [mail, 'text'],
])('%s goes back to its own words only over the copy that was seen', async (path, kind) => {
  const read = async () => answerOf<Copy>(await mine.get(path));
  const save = async (by: TestBrowser) => {
    const { value, changedAt } = await read();
    const body = kind === 'value' ? { value, changedAt } : { ...(value as object), changedAt };
    return (await answerOf<Copy>(await by.write('PUT', path, { body }))).changedAt;
  };
  const seen = await save(mine);
  const newer = await save(amys);
  expect(newer).not.toBe(seen);
  const refused = await problemOf(await reset(path, seen));
  expect([refused.status, refused.message]).toEqual([409, 'amy has changed this since. Please look at it again.']);
  expect((await read()).changedAt).toBe(newer);
  await answerOf(await reset(path, newer));
  expect((await read()).changedAt).toBe(null);
});

it('a synonym is changed only over the words that were seen', async () => {
  const path = '/api/staff/synonyms';
  const was = { term: 'zimmeldon', means: 'ladder' };
  const { id } = await answerOf<Synonym>(await mine.write('POST', path, { body: was }));
  const change = (by: TestBrowser, body: object) => by.write('PUT', `${path}/${id}`, { body });
  const hers = { ...was, means: 'stairs' };
  await answerOf(await change(amys, { ...hers, was }));
  const wanted = { term: 'quorvex', means: 'ladder' };
  expect(await problemOf(await change(mine, { ...wanted, was }))).toMatchObject({
    ...{ status: 409, message: 'amy changed this just now. Yours is not saved yet.' },
  });
  expect((await problemOf(await change(amys, { ...wanted, was }))).message).toMatch(/^You, in another tab, changed/);
  expect((await change(mine, wanted)).status).toBe(422);
  await answerOf(await change(mine, { ...hers, term: 'quorvex', was: hers }));
  expect(await answerOf<Synonym[]>(await mine.get(path))).toMatchObject([{ term: 'quorvex', means: 'stairs' }]);
});
