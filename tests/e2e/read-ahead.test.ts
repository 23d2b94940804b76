/** The page behind a link is read while somebody is about to follow it, and comes back as it was left. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { routes } from '#app/pages/routes.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /ERR_INTERNET_DISCONNECTED|status of 4\d\d/ });

/** `asked` counts the page's requests since it was opened, by a text in their address. */
async function openHome(options = {}) {
  const page = await browser.open(site.url, options);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const asked = (text: string) => requests.filter((url) => url.includes(text)).length;
  return { page, asked };
}

const linkTo = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).filter({ visible: true });

test('a link under the pointer is read once, script and data, and opens without the network', async () => {
  const { page, asked } = await openHome();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/city/history'));
  await linkTo(page, 'History').hover();
  await (await answered).finished();
  expect(asked('/assets/history-')).toBe(1);
  // Not for one person's own pages, and each link once.
  await linkTo(page, 'Log In').hover();
  await linkTo(page, 'History').hover();
  await linkTo(page, 'News').hover();
  await expect.poll(() => asked('/api/articles')).toBeGreaterThan(0);
  expect([asked('/api/city/history'), asked('/assets/login-')]).toEqual([1, 0]);
  await page.context().setOffline(true);
  await linkTo(page, 'History').click();
  await expect.poll(() => page.title()).toMatch(/^History of /);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
});

test('a touch and the keyboard count, too; who saves data is asked to load nothing, and with a session no data', async () => {
  const { page, asked } = await openHome();
  const saveData = (wanted: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value }, configurable: true });
    }, wanted);
  await saveData(true);
  await linkTo(page, 'News').dispatchEvent('touchstart');
  await saveData(false);
  await linkTo(page, 'History').dispatchEvent('touchstart');
  await expect.poll(() => asked('/api/city/history')).toBe(1);
  await linkTo(page, 'Events').focus();
  await expect.poll(() => asked('/api/events')).toBeGreaterThan(0);
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets it in this way
    document.cookie = 'signed-in=1';
  });
  await linkTo(page, 'Helpful Links').hover();
  await expect.poll(() => asked('/assets/helpful-links-')).toBe(1);
  expect([asked('/assets/news-'), asked('/api/city/helpful-links')]).toEqual([0, 0]);
});

test('nothing on a public page keeps the browser from bringing it back as it was left', async () => {
  const paths = routes.filter(({ path, isIndexed }) => isIndexed && !path.includes(':')).map(({ path }) => path);
  for (const path of paths) {
    const { headers } = await fetch(site.url + path);
    expect(headers.get('cache-control'), path).not.toContain('no-store');
  }
});

test('a link whose page is not there yet answers the touch at once', async () => {
  const { page } = await openHome();
  const script = /\/assets\/history-/;
  const letGo = await holdBack(page, script);
  const asked = page.waitForRequest(script);
  const marked = page.locator('a[data-followed]');
  // In the page, because the pointer would read the script ahead.
  await linkTo(page, 'History').evaluate((link: HTMLAnchorElement) => link.click());
  await asked;
  expect(await marked.innerText()).toBe('History');
  expect(await marked.evaluate((link) => getComputedStyle(link).opacity)).toBe('0.6');
  expect(await page.title()).not.toMatch(/^History of /);
  await letGo();
  await expect.poll(() => page.title()).toMatch(/^History of /);
  await expect.poll(() => marked.count()).toBe(0);
});
