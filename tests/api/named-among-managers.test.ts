/** A refused edit names who changed the listing meanwhile, among those who manage it. */
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aBusinessForm } from '#tests/factories/a-business-form.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { manageAll } from '#tests/support/manage-all.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();

async function browserOf(user: User): Promise<TestBrowser> {
  return new TestBrowser(createApi(testServices(database))).withSession(await aSession(database.db, user.id));
}

it('owner and manager read each other’s name, and staff stay nameless', async () => {
  const olga = await aUser(database.db, { username: 'olga' });
  const max = await aUser(database.db, { username: 'max' });
  const anna = await browserOf(await aUser(database.db, { username: 'anna', role: 'staff' }));
  const [owner, manager] = [await browserOf(olga), await browserOf(max)];
  const { id } = await aBusiness(database.db, { ownerId: olga.id });
  await manageAll(database.db, olga.id, max.id);
  const { slug: category } = await aCategory(database.db);
  const version = async () =>
    (await answerOf<{ version: number }>(await owner.get(`/api/businesses/id/${id}`))).version;
  const edit = (by: TestBrowser, description: string, seen: number) =>
    by.write('PUT', `/api/businesses/${id}`, { body: { ...aBusinessForm, category, description, version: seen } });

  const first = await version();
  await answerOf(await edit(manager, 'Bread and cakes, by the manager.', first));
  const told = async (by: TestBrowser) =>
    (await problemOf(await edit(by, 'Bread and cakes, by another.', first))).message;
  expect(await told(owner)).toMatch(/^max changed this business just now\./);
  expect(await told(manager)).toMatch(/^You, in another tab, changed this business just now\./);
  await answerOf(await edit(owner, 'Bread and cakes, by the owner.', await version()));
  expect(await told(manager)).toMatch(/^olga changed this business just now\./);
  await answerOf(await edit(anna, 'Bread and cakes, by staff.', await version()));
  expect(await told(manager)).toMatch(/^Somebody else changed/);
});
