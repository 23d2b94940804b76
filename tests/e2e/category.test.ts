import { expect, test } from 'vitest';
import { aCategory } from '#tests/factories/a-category.ts';
import {
  accessibilityFaults,
  accessibilityFaultsInBothThemes,
  openBrowser,
  startTestSite,
} from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({
  fill: async (db) => {
    await fillListings(db);
    await aCategory(db, { slug: 'ferries', name: 'Ferries', description: null, icon: 'other', color: 'teal' });
  },
});
// Calls are made to fail here.
const browser = openBrowser({
  harmless: /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/,
});
const phone = { width: 390, height: 844 };
const cards = 'main article.business-card';

test('has icon and color, name, description, both counts, way back and cards', async () => {
  const page = await browser.open(`${site.url}/category/automotive`);
  const category = site.city.categories.find(({ slug }) => slug === 'automotive');
  await page.getByRole('heading', { level: 1, name: 'Automotive' }).waitFor();
  await page.getByText(category?.description ?? '').waitFor();
  await page.getByText('30 businesses', { exact: true }).waitFor();
  await page.getByText('30 results', { exact: true }).waitFor();
  expect(await page.locator('main svg use[href$="#automotive"]').count()).toBeGreaterThan(0);
  expect(await page.locator('main .tint-gray').count()).toBeGreaterThan(0);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await trail.getByRole('link').allInnerTexts()).toEqual(['Home', 'Directory']);
  expect(await page.locator(cards).count()).toBe(18);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator(cards).nth(29).waitFor();
  expect(await page.title()).toContain('Automotive');
});

test('a category without a description, and without a business', async () => {
  const page = await browser.open(`${site.url}/category/ferries`);
  await page.getByText(`Discover the best Ferries in ${site.city.facts.name}`).waitFor();
  await page.getByRole('heading', { name: 'No businesses found in Ferries' }).waitFor();
  await page.getByText('Be the first to list your business in this category!').waitFor();
  await page.getByText('0 businesses').waitFor();
});

test('an unknown one', async () => {
  const page = await browser.open(`${site.url}/category/nowhere`);
  await page.getByRole('heading', { name: 'Category Not Found' }).waitFor();
  await page.getByText("The category you're looking for doesn't exist.").waitFor();
  expect((await fetch(`${site.url}/category/nowhere`)).status).toBe(404);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('shows 6 placeholders while its businesses load, and says when they fail', async () => {
  const page = await browser.open(`${site.url}/history`);
  let go: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/api\/businesses\?/, async (route) => {
    await waiting;
    await route.abort();
  });
  await page.getByRole('link', { name: 'Food & Dining' }).first().click();
  await page.locator('[data-placeholder]').first().waitFor();
  expect(await page.locator('[data-placeholder]').count()).toBe(6);
  go();
  await page.getByText('Failed to fetch businesses').waitFor();
  await page.unroute(/\/api\/businesses\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator(cards).first().waitFor();
});

test('without script it has everything, page by page', async () => {
  const page = await browser.open(`${site.url}/category/automotive`, { script: false });
  expect(await page.locator(cards).count()).toBe(18);
  await page.getByRole('link', { name: 'Show more' }).click();
  expect(new URL(page.url()).pathname).toBe('/category/automotive');
  expect(await page.locator(cards).count()).toBe(12);
});

test('nothing for axe to find, light and dark', async () => {
  for (const slug of ['automotive', 'ferries']) {
    const page = await browser.open(`${site.url}/category/${slug}`, { viewport: phone });
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  }
});
