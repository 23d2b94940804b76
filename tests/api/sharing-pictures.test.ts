import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountSharingPictures } from '#app/feeds/sharing-pictures.ts';
import { businessSlugs } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let dataFolder: string;
let app: ReturnType<typeof createApi>;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'sharing-'));
});
beforeEach(() => {
  const services = testServices(database, { env: { DATA_DIR: dataFolder } });
  app = createApi(services);
  mountSharingPictures(app, services);
});
afterAll(() => removeFolder(dataFolder));

async function sizeOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return `${width}x${height} ${format}`;
}

it('draws the site, a business and an article, 1200 by 630', async () => {
  await aBusiness(database.db, { slug: 'cafe', name: 'Café <Niño> & 東京 🎆' });
  await anArticle(database.db, { slug: 'fountain', title: 'A new fountain '.repeat(20) });
  for (const path of ['/og/site.png', '/og/business/cafe.png', '/og/article/fountain.png']) {
    expect(await sizeOf(await app.request(path)), path).toBe('1200x630 png');
  }
});

it('draws once, keeps the picture and knows it again', async () => {
  await aBusiness(database.db, { slug: 'cafe', name: 'Corner Café' });
  const before = (await readdir(join(dataFolder, 'cache/og')).catch(() => [])).length;
  const answers = await Promise.all([1, 2, 3].map(() => app.request('/og/business/cafe.png')));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await readdir(join(dataFolder, 'cache/og'))).toHaveLength(before + 1);
  const etag = answers[0]?.headers.get('etag') ?? '';
  const again = await app.request('/og/business/cafe.png', { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
});

it('refuses a crowd with a word when to come back', async () => {
  for (let n = 0; n < 20; n++) await aBusiness(database.db, { slug: `b-${n}`, name: `Crowd ${n}` });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => app.request(`/og/business/b-${n}.png`)));
  const refused = answers.filter((answer) => answer.status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toBe('5');
  expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(10);
});

it('leads from a former address to the present one', async () => {
  const { id } = await aBusiness(database.db, { slug: 'new-name' });
  await database.db.insert(businessSlugs).values({ slug: 'old-name', businessId: id });
  const response = await app.request('/og/business/old-name.png');
  expect([response.status, response.headers.get('location')]).toEqual([301, '/og/business/new-name.png']);
});

it('shows nothing of what visitors may not see', async () => {
  await aBusiness(database.db, { slug: 'pending', status: 'pending' });
  await anArticle(database.db, { slug: 'draft', published: false });
  const odd = ['business/%00', 'business/%F0%9F', 'article/..%2Fx', "business/'--"];
  for (const name of ['business/pending', 'article/draft', 'business/none', ...odd]) {
    expect((await app.request(`/og/${name}.png`)).status, name).toBe(404);
  }
});
