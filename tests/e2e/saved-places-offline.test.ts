/** The saved list is there without a connection; every other page says so and leads to what is kept. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({ fill: (db) => fillListings(db) });
const browser = openBrowser({
  harmless: /net::ERR_|Failed to fetch dynamically imported module|Failed to load resource|Failed to fetch/,
});
const phone = { width: 390, height: 844 };
const offlineText = 'You seem to be offline. This is the copy of';

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const store = await caches.open('saved-places');
    return (await store.keys()).map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith('/assets/'));
  });

async function saveBakery(): Promise<Page> {
  const page = await browser.open(`${site.url}/business/oak-bend-bakery`, { viewport: phone });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => keptPaths(page)).toEqual(['/api/saved', '/saved', '/business/oak-bend-bakery']);
  return page;
}

test('the list and the page of a saved business open without a connection and say of when they are', async () => {
  const page = await saveBakery();
  await page.context().setOffline(true);
  await page.goto(`${site.url}/saved`);
  await page.getByText(offlineText).waitFor();
  await page.getByRole('link', { name: 'Oak Bend Bakery' }).click();
  await page.waitForURL('**/business/oak-bend-bakery');
  await page.getByText(offlineText).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Oak Bend Bakery' }).waitFor();
  expect(await page.locator('.action-bar').getByRole('link', { name: 'Call' }).getAttribute('href')).toMatch(/^tel:/);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Source Sans');

  // A page that was there before the connection went leads to the copies, too.
  await page.context().setOffline(false);
  await page.goto(`${site.url}/saved`);
  await page.getByRole('link', { name: 'Oak Bend Bakery' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Oak Bend Bakery' }).click();
  await page.getByText(offlineText).waitFor();

  await page.context().setOffline(false);
  await page.goto(`${site.url}/saved`);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  expect(await page.getByText(offlineText).count()).toBe(0);
});

test('any other page is the site’s own, with what is kept, and nothing of it is stored', async () => {
  const page = await saveBakery();
  await page.goto(`${site.url}/history`);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  for (const path of ['/history', '/', '/business/garage-0', '/no-such-page', '/saved?list=garage-0']) {
    await page.goto(site.url + path);
    await page.getByRole('heading', { level: 1, name: 'You seem to be offline' }).waitFor();
  }
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(await keptPaths(page)).toEqual(['/api/saved', '/saved', '/business/oak-bend-bakery']);
  expect(await page.locator('main').getByRole('link', { name: '210-555-0110' }).getAttribute('href')).toBe(
    'tel:2105550110',
  );
  await page.getByRole('link', { name: 'Oak Bend Bakery' }).click();
  await page.getByRole('heading', { level: 1, name: 'Oak Bend Bakery' }).waitFor();

  await page.context().setOffline(false);
  await page.goto(`${site.url}/history`);
  expect(await page.getByText('You seem to be offline').count()).toBe(0);
});

test('what is taken off the list is not kept, and with the last one the worker goes', async () => {
  const page = await saveBakery();
  await page.goto(`${site.url}/directory?search=garage`);
  await page.getByRole('button', { name: 'Save Garage 00' }).click();
  await expect.poll(() => keptPaths(page)).toContain('/business/garage-0');
  await page.getByRole('button', { name: 'Save Garage 00' }).click();
  await expect.poll(() => keptPaths(page)).not.toContain('/business/garage-0');
  await page.goto(`${site.url}/business/oak-bend-bakery`);
  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await page.evaluate(() => caches.has('saved-places'))).toBe(false);
});

test('who has saved nothing has no worker', async () => {
  const page = await browser.open(`${site.url}/business/oak-bend-bakery`, { viewport: phone });
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await page.goto(`${site.url}/saved`);
  await page.getByText('Tap the heart on any business').waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
