import { gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import { tagsHeader } from '#server/http/serve.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let app: ReturnType<typeof createApi>;
beforeAll(() => {
  const services = testServices(database);
  app = createApi(services);
  mountFeeds(app, services);
});

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);

it('lists the parts of the sitemap, and in them what visitors may find', async () => {
  const category = await aCategory(database.db, { slug: 'shopping' });
  const updatedAt = new Date('2026-05-01T12:00:00Z');
  await aBusiness(database.db, { slug: 'corner-tacos', categoryId: category.id, updatedAt });
  await aBusiness(database.db, { slug: 'hidden', categoryId: category.id, status: 'hidden' });
  await aBusiness(database.db, { slug: 'pending', categoryId: category.id, status: 'pending' });
  await anArticle(database.db, { slug: 'new-fountain' });
  await anArticle(database.db, { slug: 'draft', published: false });
  await anArticle(database.db, { slug: 'scheduled', publishAt: new Date(Date.now() + 60_000) });

  const index = await app.request('/sitemap.xml');
  expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(index.headers.get(tagsHeader)).toBe('businesses');
  const text = await index.text();
  expect(text).toContain('<lastmod>2026-05-01T12:00:00.000Z</lastmod>');
  const parts = locations(text);
  expect(parts).toEqual(
    ['pages', 'categories', 'articles', 'events', 'businesses-1'].map(
      (name) => `http://oakbend.example/sitemaps/${name}.xml`,
    ),
  );
  const found: unknown[] = [];
  for (const part of parts) found.push(...locations(await (await app.request(part ?? '')).text()));
  expect(found).toEqual(
    [
      '/',
      '/directory',
      '/events',
      '/news',
      '/history',
      '/helpful-links',
      '/real-estate',
      '/get-listed',
      '/contact',
      '/category/shopping',
      '/news/new-fountain',
      '/business/corner-tacos',
    ].map((path) => `http://oakbend.example${path}`),
  );
});

it('compresses the big parts of the sitemap and knows where they end', async () => {
  await aBusiness(database.db, { slug: 'corner-tacos' });
  const response = await app.request('/sitemaps/businesses-1.xml', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await response.arrayBuffer()).toString()).toMatch(/corner-tacos[\s\S]*<\/urlset>\n$/);
  for (const odd of ['businesses-2', 'businesses-0', 'businesses-9999', 'businesses-x', 'other']) {
    const missing = await app.request(`/sitemaps/${odd}.xml`);
    expect(missing.status, odd).toBe(404);
  }
});

it('tells crawlers where the sitemap is and phones what the site is called', async () => {
  const robots = await (await app.request('/robots.txt')).text();
  expect(robots).toContain('Sitemap: http://oakbend.example/sitemap.xml\n');
  expect([...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path)).toEqual([
    '/api/',
    '/messages/talk',
    '/edit-business/',
    '/business-news/',
    '/business-offers/',
    '/checkout',
    '/business-statistics/',
    '/emails/stop',
    '/statistics-mail/end',
    '/staff',
    ...['search', 'cursor', 'day', 'free', 'open', 'near', 'within', 'properties', 'photos', 'sort'].map(
      (name) => `/*?*${name}=`,
    ),
  ]);
  const manifest = await app.request('/site.webmanifest');
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(await manifest.json()).toMatchObject({ name: 'Oak Bend, TX', short_name: 'Oak Bend', start_url: '/' });
});

it('feeds published articles, newest first, with whole addresses', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await anArticle(database.db, { slug: 'old', title: 'Old & gold', publishAt: ago(20), imageUrl: '/media/a.png' });
  await anArticle(database.db, { slug: 'new', publishAt: ago(10), content: '<a href="/news">]]></a>' });
  await anArticle(database.db, { slug: 'draft', published: false });
  const response = await app.request('/feeds/news.xml');
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect(response.headers.get(tagsHeader)).toBe('articles,notices');
  const text = await response.text();
  expect([...text.matchAll(/<link>(.+?)<\/link>/g)].map((match) => match[1])).toEqual([
    'http://oakbend.example/news',
    'http://oakbend.example/news/new',
    'http://oakbend.example/news/old',
  ]);
  expect(text).toContain('src="http://oakbend.example/media/a.png"');
  expect(text).toContain('href="http://oakbend.example/news"');
});

it('gives the calendar of all events and of one', async () => {
  const id = uuidv7();
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  await anEvent(database.db, { title: 'Concert', startsAt: at(1) }, [{ id, startsAt: at(1) }]);
  await anEvent(database.db, { title: 'Called off', status: 'cancelled', startsAt: at(1) }, [{ startsAt: at(1) }]);
  await anEvent(database.db, { title: 'Long ago', startsAt: at(-90) }, [{ startsAt: at(-90) }]);
  const all = await app.request('/feeds/events.ics');
  expect(all.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await all.text();
  expect(text).toContain('SUMMARY:Concert\r\n');
  expect(text).toContain('SUMMARY:Called off (cancelled)\r\n');
  expect(text).not.toContain('Long ago');
  const one = await app.request(`/events/${id}.ics`);
  expect(one.headers.get('content-disposition')).toContain('attachment');
  expect((await one.text()).match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

it('answers 404 for events that are not there, however odd the id', async () => {
  for (const id of ['01890000-0000-7000-8000-000000000000', 'x', '%00', "'--", '%F0%9F%8E%86', 'a'.repeat(500)]) {
    expect((await app.request(`/events/${id}.ics`)).status, id).toBe(404);
  }
});
