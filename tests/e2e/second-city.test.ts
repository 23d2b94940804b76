import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { articles, businesses } from '#server/db/schema/index.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';
import { walkSite } from '#tests/support/walk-site.ts';

const site = startTestSite({
  env: { CITY_PACK: 'terrell-hills' },
  fill: (db, city) => loadSampleContent(db, city, new Date()),
});
const browser = openBrowser();

test('no page of another town speaks of the default one', async () => {
  const [business] = await site.db.select().from(businesses).limit(1);
  const [article] = await site.db.select().from(articles).limit(1);
  const paths = [
    '/',
    '/directory',
    '/directory?search=coffee',
    `/business/${business?.slug}`,
    '/category/food-dining',
    '/category/finance',
    '/events',
    '/news',
    `/news/${article?.slug}`,
    '/history',
    '/helpful-links',
    '/real-estate',
    '/get-listed',
    '/contact',
    '/credits',
    '/about',
    '/privacy',
    '/terms',
    '/no-such-page',
    '/sitemap.xml',
    '/feeds/news.xml',
    '/feeds/events.ics',
    '/site.webmanifest',
    '/api/city',
  ];
  for (const path of paths) {
    const body = await (await fetch(site.url + path)).text();
    expect(body, path).not.toMatch(/olmos/i);
  }
  expect(await (await fetch(site.url)).text()).toContain('Terrell Hills');
});

test('none of its links leads nowhere', async () => {
  const { seen, faults } = await walkSite(site.url, ['/', '/about', '/privacy', '/terms']);
  expect(faults).toEqual([]);
  expect(seen).toContain('/directory?search=lodging');
  expect(await (await fetch(`${site.url}/directory?search=lodging`)).text()).toContain('Lantern Lane Guest House');
}, 120_000);

test('its home page stands', async () => {
  const page = await browser.open(site.url);
  expect(await page.title()).toMatch(/Terrell Hills, TX$/);
  expect(await page.getByRole('region', { name: 'Browse by Category' }).getByRole('link').count()).toBe(15);
});
