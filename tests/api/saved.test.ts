/** Reads saved businesses by their slugs: the server stores nothing, and no input is an error. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { businessSlugs } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let browser: TestBrowser;
beforeEach(() => {
  browser = new TestBrowser(createApi(testServices(database)));
});

async function listed(list: string): Promise<{ slug: string; savedAs: string }[]> {
  const response = await browser.get(`/api/saved?list=${encodeURIComponent(list)}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('x-content-tags')).toBeNull();
  return (await response.json()) as { slug: string; savedAs: string }[];
}

it('answers in the order of the list, without what visitors do not see', async () => {
  for (const slug of ['fig', 'oak', 'elm']) await aBusiness(database.db, { slug });
  await aBusiness(database.db, { slug: 'unseen', status: 'hidden' });
  expect((await listed('oak,unseen,nobody,fig,oak')).map(({ slug }) => slug)).toEqual(['oak', 'fig']);
});

it('knows a business by its former slug, once', async () => {
  const { id } = await aBusiness(database.db, { slug: 'new-oak' });
  await database.db.insert(businessSlugs).values({ slug: 'old-oak', businessId: id });
  expect(await listed('old-oak')).toMatchObject([{ slug: 'new-oak', savedAs: 'old-oak' }]);
  expect(await listed('old-oak,new-oak')).toHaveLength(1);
});

it.each(['', ',', '../../etc', "';drop table businesses;--", '<b>', '\0', 'x'.repeat(5000), 'a,'.repeat(3000)])(
  'answers an empty list for %j',
  async (list) => {
    expect(await listed(list)).toEqual([]);
  },
);

it('reads at most 60', async () => {
  const slugs = Array.from({ length: 70 }, (_, n) => `shop-${n}`);
  for (const slug of slugs) await aBusiness(database.db, { slug });
  expect(await listed(slugs.join(','))).toHaveLength(60);
});
