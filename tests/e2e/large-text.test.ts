/** A visitor who has set the phone's letters twice as large (WCAG 1.4.4). */
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

test.each(['/', '/directory', '/events', '/news', '/helpful-links', '/contact', '/get-listed'])(
  '%s stays within the screen',
  async (path) => {
    const page = await browser.open(site.url + path, {
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // The town's own letters are wider than those that stand in for them.
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('34px');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).waitFor();
  },
);
