/** A visitor who has set the phone's letters twice as large (WCAG 1.4.4). */
import { isNotNull } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { businesses } from '#server/db/schema/index.ts';
import { followTo, openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();
const onPhone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;

async function enlargeLetters(page: Page) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  // The site's fonts are wider than their fallbacks.
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('34px');
}

/** Finds ordinary words in headings and tiles that break across two lines; addresses may break. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    return [...document.querySelectorAll('h1, h2, h3, main li .font-display')].flatMap((heading) =>
      [...heading.childNodes]
        .filter((node) => node instanceof Text)
        .flatMap((text) =>
          [...text.data.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => top));
            return lines.size > 1 ? [word] : [];
          }),
        ),
    );
  });

/**
 * Measures how far the page overflows to the right and its links to the left, and whether names of
 * businesses are cut to a few letters.
 */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    return {
      right: document.documentElement.scrollWidth - innerWidth,
      left: boxes('main a').filter(({ left }) => left < 0).length,
      narrow: boxes('main article h3').filter(({ width }) => width < 120).length,
    };
  });
const none = { right: 0, left: 0, narrow: 0 };

const pages = ['/', '/directory', '/category/food-dining', '/events', '/news', '/helpful-links', '/real-estate'];
test.each([...pages, '/contact', '/get-listed', '/signup'])(
  '%s stays within the screen and keeps words whole',
  async (path) => {
    const page = await browser.open(site.url + path, onPhone);
    await enlargeLetters(page);
    expect(await faultsOf(page)).toEqual(none);
    expect(await brokenWords(page)).toEqual([]);
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).waitFor();
  },
);

test('the search box of the directory has room for words', async () => {
  const page = await browser.open(`${site.url}/directory`, onPhone);
  await enlargeLetters(page);
  const letters = await page.getByRole('searchbox').evaluate((input: HTMLInputElement) => {
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(input);
    return (
      (input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)) /
      Number.parseFloat(fontSize)
    );
  });
  // A letter is half as wide as it is high.
  expect(letters * 2).toBeGreaterThanOrEqual(6);
});

test('the pages of owners and of people who are about to claim fit the screen', async () => {
  const [{ id, ownerId } = { id: '', ownerId: '' }] = await site.db
    .select()
    .from(businesses)
    .where(isNotNull(businesses.ownerId))
    .limit(1);
  const page = await openAs({ site, browser }, { id: ownerId ?? '' }, '/dashboard', onPhone);
  await page.locator('main h3').first().waitFor();
  await enlargeLetters(page);
  expect(await faultsOf(page)).toEqual(none);
  for (const path of [
    'account',
    `edit-business/${id}`,
    `business-statistics/${id}`,
    `business-offers/${id}`,
    'events/suggest',
    'credits',
  ]) {
    await followTo(page, `/${path}`);
    await page.waitForURL(`**/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('main .spinner, main [data-placeholder]').count()).toBe(0);
    expect({ path, ...(await faultsOf(page)) }).toEqual({ path, ...none });
  }
});
