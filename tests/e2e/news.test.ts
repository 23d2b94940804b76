import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { articles } from '#server/db/schema/index.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

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

test('a phone asks for the pictures near its first screen, four seconds later for those of the next, and for all once somebody scrolls', async () => {
  const page = await browser.open(`${site.url}/news`, { viewport: { width: 390, height: 800 } });
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await page.reload();
  const pictures = page.getByRole('article').locator('img');
  const count = await pictures.count();
  expect(count).toBeGreaterThan(5);
  const first = (number: number) => Array.from({ length: count }, (_, place) => place < number);
  // A picture that is not shown is not asked for.
  const shown = () => pictures.evaluateAll((all) => all.map((one) => one.checkVisibility()));
  const heights = () => pictures.evaluateAll((all) => all.map((one) => one.parentElement?.clientHeight));
  await page.clock.runFor(3_900);
  await page.waitForLoadState('networkidle');
  await expect.poll(shown).toEqual(first(1));
  await page.clock.runFor(200);
  await expect.poll(shown).toEqual(first(3));
  const before = await heights();
  await page.mouse.wheel(0, 40);
  await expect.poll(shown).toEqual(first(count));
  expect(await heights()).toEqual(before);
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

test('an article ends with sharing, the next story, related ones and the newsletter', async () => {
  const rows = await site.db.select().from(articles).where(eq(articles.published, true));
  const [newest, older] = rows.sort((a, b) => Number(b.publishAt) - Number(a.publishAt));
  const page = await browser.open(`${site.url}/news/${newest?.slug}`, { script: false });
  const share = page.getByRole('link', { name: 'Share this story' });
  expect(await share.getAttribute('href')).toContain(encodeURIComponent(`/news/${newest?.slug}`));
  const next = page.getByRole('navigation', { name: 'Next story' }).getByRole('link');
  expect(await next.getAttribute('href')).toBe(`/news/${older?.slug}`);
  const related = page.getByRole('region', { name: 'Related stories' });
  expect(await related.getByRole('listitem').count()).toBe(3);
  expect(await related.getByRole('listitem').first().innerText()).toMatch(/^News · /);
  expect(await page.getByPlaceholder('Enter your email').count()).toBe(1);
});

test('sharing an article copies its address where there is no share sheet', async () => {
  const [row] = await site.db.select().from(articles).where(eq(articles.published, true));
  const page = await browser.open(`${site.url}/news/${row?.slug}`);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(Object.assign(window, { copied: text })) },
    });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Share this story' }).click();
  await page.getByText('Link copied').first().waitFor();
  expect(await page.evaluate('window.copied')).toMatch(new RegExp(`/news/${row?.slug}$`));
});

test('text, lead and picture of an article are equally wide', async () => {
  const page = await browser.open(`${site.url}/news/olmos-dam-turns-one-hundred`, {
    viewport: { width: 1440, height: 900 },
  });
  const boxes = await Promise.all(
    ['figure', '.prose', 'h1 + p'].map((part) => page.locator(part).first().boundingBox()),
  );
  expect(new Set(boxes.map((box) => `${box?.x} ${box?.width}`)).size).toBe(1);
});

test('news by category and by month, by links that need no script', async () => {
  const page = await browser.open(`${site.url}/news`, { script: false });
  const rows = await site.db.select().from(articles).where(eq(articles.published, true));
  const business = rows.filter((row) => row.category === 'business');
  const categories = page.getByRole('navigation', { name: 'Categories of news' });
  expect(await categories.getByRole('link', { name: /^Business/ }).innerText()).toContain(String(business.length));
  await categories.getByRole('link', { name: /^Business/ }).click();
  await page.waitForURL('**/news?category=business');
  expect(await page.getByRole('article').count()).toBe(business.length);
  expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Business');
  const months = page.getByRole('navigation', { name: 'Months of news' });
  await months.getByRole('link').nth(1).click();
  await page.waitForURL(/category=business&month=20\d\d-\d\d$/);
  expect(await page.getByText('1 article', { exact: true }).count()).toBe(1);
  await page.getByRole('navigation', { name: 'Categories of news' }).getByRole('link', { name: /^All/ }).click();
  await page.waitForURL(/\/news\?month=20\d\d-\d\d$/);
});

test('a month without news says so and leads back; what is no choice is all news', async () => {
  const page = await browser.open(`${site.url}/news?category=events&month=2001-05`);
  await page.getByRole('heading', { name: 'No articles available' }).waitFor();
  await page.getByRole('link', { name: 'All articles' }).click();
  await page.waitForURL('**/news');
  await page.goto(`${site.url}/news?category=rumors&month=soon`);
  await page.getByRole('heading', { name: 'Latest Articles' }).waitFor();
});

test('stored pages of choices and of related stories change with the news', async () => {
  const addresses = ['/news?category=community', '/news/olmos-dam-turns-one-hundred'];
  const read = async () => Promise.all(addresses.map(async (path) => (await fetch(site.url + path)).text()));
  for (const html of await read()) expect(html).not.toContain('A bench by the creek');
  const [row] = await site.db
    .insert(articles)
    .values({
      slug: 'a-bench',
      title: 'A bench by the creek',
      category: 'community',
      published: true,
      publishAt: new Date(),
    })
    .returning();
  await site.forgetPages();
  const [list, article] = await read();
  expect(list).toContain('A bench by the creek');
  expect(article).toContain('A bench by the creek');
  await site.db.delete(articles).where(eq(articles.id, row?.id ?? ''));
  await site.forgetPages();
});

test('axe finds nothing on news and an article, light and dark', async () => {
  for (const path of ['/news?category=business', '/news/olmos-dam-turns-one-hundred']) {
    for (const width of [390, 1440]) {
      const page = await browser.open(site.url + path, { viewport: { width, height: 900 } });
      expect(await accessibilityFaultsInBothThemes(page), `${path} at ${width}`).toEqual([]);
    }
  }
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
  await page.getByRole('heading', { name: 'Article Not Found' }).waitFor();
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
  await page.getByText('Article content is not available.').waitFor();
  await site.db.delete(articles);
  await site.forgetPages();
  page = await browser.open(`${site.url}/news`);
  await page.getByRole('heading', { name: 'No articles available' }).waitFor();
  await page.getByText('Check back later for community news and updates.').waitFor();
});

test('three placeholders while the list loads', async () => {
  const page = await browser.open(`${site.url}/contact`);
  const letGo = await holdBack(page, /\/api\/articles/);
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click();
  await page.getByText('Loading articles').waitFor({ state: 'attached' });
  expect(await page.locator('[data-placeholder]').count()).toBe(3);
  await letGo();
});
