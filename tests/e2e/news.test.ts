import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { articles } from '#server/db/schema/index.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser({ harmless: /the server responded with a status of (4\d\d|500)/ });

test('lists published articles alone, with picture, badge, date, excerpt and Read More', async () => {
  const page = await browser.open(`${site.url}/news`);
  await page.getByRole('heading', { name: 'Latest Articles' }).waitFor();
  const cards = page.getByRole('article');
  const rows = await site.db.select().from(articles);
  const published = rows.filter((row) => row.published);
  expect(published.length).toBeLessThan(rows.length);
  expect(await cards.count()).toBe(published.length);
  expect(await page.getByText(/^\d+ articles$/).innerText()).toBe(`${published.length} articles`);
  const first = cards.first();
  expect(await first.getByRole('link', { name: /^Read More/ }).getAttribute('href')).toMatch(/^\/news\/[a-z0-9-]+$/);
  expect(await first.innerText()).toMatch(/[A-Z][a-z]+ \d{1,2}, \d{4}/);
  expect(await first.getByRole('img').count()).toBe(1);
});

test('an article shows badge, date, title, excerpt, picture and text, and leads back', async () => {
  const page = await browser.open(`${site.url}/news`);
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  await page
    .getByRole('link', { name: /^Read More/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await page.locator('.prose p').count()).toBeGreaterThan(2);
  expect(await page.title()).toContain(title);
  await page.getByRole('link', { name: 'Back to News' }).click();
  await page.waitForURL('**/news');
});

test('an article or a list that cannot be read says so and can be tried again', async () => {
  const page = await browser.open(`${site.url}/news`);
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  await page.route(/\/api\/articles/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page
    .getByRole('link', { name: /^Read More/ })
    .first()
    .click();
  await page.getByText('Failed to fetch article', { exact: true }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click();
  await page.getByText('Failed to fetch articles', { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('article').getByRole('heading', { name: title }).waitFor();
});

test('an unknown article is a 404 with a way back', async () => {
  expect((await fetch(`${site.url}/news/never-written`)).status).toBe(404);
  const page = await browser.open(`${site.url}/news/never-written`);
  expect(await page.getByRole('heading', { name: 'Article Not Found' }).isVisible()).toBe(true);
  expect(await page.getByText("The article you're looking for doesn't exist or has been moved.").isVisible()).toBe(
    true,
  );
  expect(await page.getByRole('link', { name: '← Back to News' }).getAttribute('href')).toBe('/news');
});

test('an unpublished article is as unknown as any other', async () => {
  const draft = (await site.db.select().from(articles)).find((row) => !row.published);
  expect((await fetch(`${site.url}/news/${draft?.slug}`)).status).toBe(404);
});

test('an article without text says so; without articles the list says so', async () => {
  const [row] = await site.db.update(articles).set({ content: '', published: true }).returning();
  await site.forgetPages();
  let page = await browser.open(`${site.url}/news/${row?.slug}`);
  expect(await page.getByText('Article content is not available.').isVisible()).toBe(true);
  await site.db.delete(articles);
  await site.forgetPages();
  page = await browser.open(`${site.url}/news`);
  expect(await page.getByRole('heading', { name: 'No articles available' }).isVisible()).toBe(true);
  expect(await page.getByText('Check back later for community news and updates.').isVisible()).toBe(true);
});

test('three placeholders while the list loads', async () => {
  const page = await browser.open(`${site.url}/contact`);
  const letGo = await holdBack(page, /\/api\/articles/);
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click();
  await page.getByText('Loading articles').waitFor({ state: 'attached' });
  expect(await page.locator('[data-placeholder]').count()).toBe(3);
  await letGo();
});
