/** A visitor who has set the phone's letters half as large again. */
import { expect, test } from 'vitest';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test.each(['/', '/events', '/helpful-links', '/contact', '/get-listed'])('%s stays within the screen', async (path) => {
  const page = await browser.open(site.url + path, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '150%';
  });
  // The town's own letters are wider than those that stand in for them.
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).waitFor();
});
