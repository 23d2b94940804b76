import { expect, test } from 'vitest';
import { firstStyles } from '#app/cli/first-styles.ts';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

const text = async (path: string) => (await fetch(site.url + path)).text();
const slugOf = async (path: string) => /"slug":"([^"]+)"/.exec(await text(path))?.[1] ?? '';
const decode = (html: string) =>
  html.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

test('the styles inside a page hold every rule that its HTML needs, whatever the town has stored', async () => {
  const paths = [
    ...['/', '/directory', '/directory?search=tacos', '/directory?view=map', '/events', '/news', '/history'],
    ...['/helpful-links', '/real-estate', '/get-listed', '/contact', '/about', '/saved', '/no-such-page'],
    `/business/${await slugOf('/api/businesses/featured')}`,
    `/category/${await slugOf('/api/categories')}`,
    `/news/${await slugOf('/api/articles')}`,
    `/events/${await slugOf('/api/events')}`,
  ];
  for (const path of paths) {
    const html = await text(path);
    const inside = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const all = await text(/<noscript><link rel="stylesheet" href="([^"]+)">/.exec(html)?.[1] ?? '');
    const classes = new Set(
      [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => decode(names).split(' ')).concat('js'),
    );
    const has = (name: string) => classes.has(name);
    expect(firstStyles(inside, has), path).toBe(firstStyles(all, has));
  }
}, 60_000);

test('the rest of the styles and the fonts come once the page is painted, and nothing breaks the content policy', async () => {
  const page = await browser.open(`${site.url}/history`);
  await expect.poll(() => page.locator('head > link[rel=stylesheet]').count()).toBe(1);
  // Both the styles inside the page and the sheet declare the font; the browser loads one of the two.
  const loaded = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(loaded).toContain('Fraunces');
  expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)).toMatch(/^"?Fraunces\b/);
});
