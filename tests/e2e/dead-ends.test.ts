/** Each link on each visitor page leads to a page. */
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { routes } from '#app/pages/routes.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { walkSite } from '#tests/support/walk-site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();
const phone = { width: 390, height: 844 };

/** Pages with an address of their own that anybody may open; those of a mailed link need its token. */
const start = routes
  .filter(({ path, who, reads }) => who !== 'staff' && !('token' in reads) && !/[:*]/.test(path))
  .map(({ path }) => path);

test('every link of every page leads to a page that is there, and to a place on it', async () => {
  const { seen, faults } = await walkSite(site.url, start);
  expect(faults).toEqual([]);
  for (const path of ['/about', '/privacy', '/terms', '/newsletter/archive', '/get-listed'])
    expect(seen).toContain(path);
  expect(seen.length).toBeGreaterThan(100);
}, 120_000);

test('with script, too, no link is a placeholder', async () => {
  const page = await browser.open(site.url);
  for (const path of ['/', '/directory', '/events', '/news', '/get-listed', '/contact', '/about', '/no-such-page']) {
    await page.goto(site.url + path);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    expect(await page.locator('a:not([href]), a[href="#"], [role=link][aria-disabled=true]').count(), path).toBe(0);
  }
});

test('things to do and places to stay lead to some', async () => {
  const page = await browser.open(site.url);
  const discover = page.getByRole('region', { name: 'Discover' });
  expect(await discover.getByRole('link', { name: 'Things to Do' }).getAttribute('href')).toBe('/events');
  await discover.getByRole('link', { name: 'Places to Stay' }).click();
  await page.getByRole('link', { name: 'Two Magpies Guest House' }).first().waitFor();
});

test('About, Privacy Policy and Terms of Use are read on a phone, found in the sitemap and carry the town’s own facts', async () => {
  const { name, contact } = site.city.facts;
  const sitemap = await (await fetch(`${site.url}/sitemaps/pages.xml`)).text();
  for (const [link, path] of [
    ['About', '/about'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Use', '/terms'],
  ] as const) {
    const page = await browser.open(site.url, { viewport: phone });
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: link, exact: true }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain(name);
    expect(text).toContain(contact.phone);
    expect(text).not.toMatch(/[{}]/);
    expect(text).toContain('This page is a template');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    expect(sitemap).toContain(`${path}</loc>`);
  }
});
