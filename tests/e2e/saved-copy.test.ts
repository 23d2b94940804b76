/** The page of emergency numbers is there without a connection once it was seen; every other page leads to it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { followTo } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({
  harmless: /net::ERR_|Failed to fetch dynamically imported module|Failed to load resource/,
});
const phone = { width: 390, height: 844 };

const savedText = 'This page is saved on this device';
const offlineText = 'You seem to be offline. This is the copy of';

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

async function seeOnce(): Promise<Page> {
  const page = await browser.open(`${site.url}/helpful-links`, { viewport: phone });
  await page.getByText(savedText).waitFor();
  await expect.poll(() => keptPaths(page)).toContain('/helpful-links');
  return page;
}

test('it opens without a connection, with its numbers, and says that it is a copy', async () => {
  const page = await seeOnce();
  await page.context().setOffline(true);
  await page.goto(`${site.url}/helpful-links`);
  await page.getByText(offlineText).waitFor();
  expect(await page.getByRole('link', { name: '1-800-222-1222' }).first().getAttribute('href')).toBe('tel:18002221222');
  expect(await page.evaluate(() => document.fonts.ready.then(() => document.styleSheets.length))).toBeGreaterThan(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Source Sans');

  await page.context().setOffline(false);
  await page.goto(`${site.url}/helpful-links`);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  expect(await page.getByText(offlineText).count()).toBe(0);
});

test('no other page, call or file of the site is kept; pages lead to it', async () => {
  const page = await seeOnce();
  await followTo(page, '/history');
  await page.waitForURL('**/history');
  for (const path of await keptPaths(page)) expect(path).toMatch(/^\/(helpful-links$|assets\/)/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  for (const path of ['/history', '/']) {
    await page.goto(site.url + path);
    await page.getByRole('heading', { level: 1, name: 'You seem to be offline' }).waitFor();
  }
  expect(await page.evaluate(() => fetch('/api/city/helpful-links').catch(() => 'refused'))).toBe('refused');
  await page.getByRole('link', { name: 'Helpful links and emergency numbers' }).click();
  await page.getByText(offlineText).waitFor();
});

test('who does not want the copy removes it for good, and may have it back', async () => {
  const page = await seeOnce();
  await page.getByRole('button', { name: 'Remove the copy' }).click();
  await page.getByRole('button', { name: 'Save a copy' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Save a copy' }).waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await expect.poll(() => keptPaths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await page.getByText(savedText).waitFor();
});
