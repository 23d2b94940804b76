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

test('the rest of the styles come once the page is painted, the fonts too, and nothing breaks the content policy', async () => {
  const page = await browser.open(`${site.url}/history`);
  await expect.poll(() => page.locator('head > link[rel=stylesheet]').count()).toBe(1);
  // Both the styles inside the page and the sheet declare the font; the browser loads one of the two.
  const loaded = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(loaded).toContain('Fraunces');
  expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)).toMatch(/^"?Fraunces\b/);
});

interface Line {
  latency: number;
  throughput: number;
}

/** Opens a page as a first visit over such a line. @returns what moved after it was painted, and the letters of its title */
async function visitOver({ latency, throughput }: Line, path: string) {
  const page = await browser.open(`${site.url}/robots.txt`, { script: false, viewport: { width: 390, height: 844 } });
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 } });
  if (!context) throw new Error('the browser is gone');
  const visit = await context.newPage();
  const network = await context.newCDPSession(visit);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await visit.goto(site.url + path);
  await visit.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  const faces = () =>
    visit.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(faces).toContain('Fraunces');
  const letters = () => visit.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily.split(',')[0]);
  const moved = await visit.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  return { visit, letters, moved };
}

test('on a slow line the first page keeps the letters in which it came, and the next one has the fonts', async () => {
  const { visit, letters, moved } = await visitOver({ latency: 150, throughput: 200_000 }, '/category/shopping');
  // The fonts would give its description another line: 0.04.
  expect(moved).toBeLessThan(0.002);
  expect(await letters()).toBe('"Fraunces fallback"');
  await visit.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click();
  await visit.waitForURL('**/contact');
  await expect.poll(letters).toBe('Fraunces');
});

test('on a fast line the fonts are asked for before the page is painted', async () => {
  const { visit, letters } = await visitOver({ latency: 0, throughput: 5_000_000 }, '/history');
  expect(await letters()).toBe('Fraunces');
  const first = await visit.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  }));
  expect(first.asked.length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...first.asked.slice(0, 2))).toBeLessThan(first.painted);
});
