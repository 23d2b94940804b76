/** Staff name searches of their lists, each for themselves. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { maxSavedFilters, type SavedFilter } from '#features/saved-filters/contract.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const path = '/api/staff/filters';
const hidden: SavedFilter = { name: 'Hidden ones', page: '/staff/businesses', search: '?status=hidden' };
let stella: TestBrowser;
let simon: TestBrowser;
beforeEach(async () => {
  const app = createApi(testServices(database));
  const staff = async () =>
    new TestBrowser(app).withSession(await aSession(database.db, (await aUser(database.db, { role: 'staff' })).id));
  [stella, simon] = [await staff(), await staff()];
});

const put = (filters: object[], by = stella) => by.write('PUT', path, { body: { filters } });

it('are kept for the person alone, and written as a whole', async () => {
  expect(await answerOf(await stella.get(path))).toEqual([]);
  const other = { ...hidden, name: 'Waiting', search: '?status=pending&search=oak' };
  await answerOf(await put([{ ...hidden, name: '  Hidden ones ' }, other]));
  expect(await answerOf(await stella.get(path))).toEqual([hidden, other]);
  expect(await answerOf(await simon.get(path))).toEqual([]);
  await answerOf(await put([other]));
  expect(await answerOf(await stella.get(path))).toEqual([other]);
});

it('lead to pages of the staff area only, have a name, and are not endless', async () => {
  for (const wrong of [
    { ...hidden, page: 'https://evil.example/' },
    { ...hidden, page: '/staff/../account' },
    { ...hidden, page: '//evil.example' },
    { ...hidden, search: '' },
    { ...hidden, name: ' ' },
    { ...hidden, name: 'x'.repeat(41) },
  ]) {
    expect((await put([wrong])).status, JSON.stringify(wrong)).toBe(422);
  }
  expect((await put(Array.from({ length: maxSavedFilters + 1 }, () => hidden))).status).toBe(422);
  expect(await answerOf(await stella.get(path))).toEqual([]);
});
