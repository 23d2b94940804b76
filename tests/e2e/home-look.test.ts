/** Layout of the home page: its length, full rows, the first screen, the dark. */
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { ads, articles, businesses } from '#server/db/schema/index.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

const open = (width: number, height: number) =>
  browser.open(site.url, { viewport: { width, height }, reducedMotion: 'reduce' });

/** Measures how many px of its list's width the emptiest row of cards leaves free. */
const freeInRows = (list: Locator) =>
  list.evaluate((element) => {
    const ends = new Map<number, number>();
    for (const item of element.children) {
      const box = item.getBoundingClientRect();
      if (box.width === 0) continue;
      const row = Math.round(box.top);
      ends.set(row, Math.max(ends.get(row) ?? 0, box.right));
    }
    return Math.max(...[...ends.values()].map((end) => Math.round(element.getBoundingClientRect().right - end)));
  });

async function expectFullRows(page: Page, where: string) {
  for (const name of ['Newest Members', 'Browse by Category', 'Discover', 'Latest news']) {
    const list = page.getByRole('region', { name }).getByRole('list').first();
    await list.scrollIntoViewIfNeeded();
    expect(await freeInRows(list), `${name}, ${where}`).toBeLessThanOrEqual(3);
  }
}

test('is at most 5,000 px long on a phone, and never wider than it', async () => {
  const page = await open(390, 844);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const size = () => page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]);
  await expect.poll(async () => (await size())[0]).toBeLessThanOrEqual(5000);
  expect((await size())[1]).toBe(390);
});

test('fills its rows of cards whatever their number', async () => {
  const rows = await site.db.select({ id: businesses.id }).from(businesses);
  for (const count of [11, 10, 9]) {
    await site.db.update(businesses).set({ featuredByStaff: false, premiumExpiresAt: null });
    for (const { id } of rows.slice(0, count)) {
      await site.db.execute(`update businesses set featured_by_staff = true, status = 'approved' where id = '${id}'`);
    }
    await site.forgetPages();
    for (const width of [820, 1440]) {
      const page = await open(width, 900);
      await expectFullRows(page, `${count} members at ${width} px`);
      const cards = page.getByRole('region', { name: 'Newest Members' }).getByRole('article');
      const widths = await cards.evaluateAll((all) =>
        all.map((card) => Math.round(card.getBoundingClientRect().width)),
      );
      expect(widths, `${count} members at ${width} px`).toHaveLength(count);
      expect(new Set(widths).size, `${count} members at ${width} px`).toBe(1);
    }
  }
});

test('no picture stands both in the news and in the ad beside them', async () => {
  const band = (page: Page) =>
    page.locator('.home-band img').evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  const before = await band(await open(1440, 900));
  expect(before.length).toBe(4);
  expect(new Set(before).size).toBe(4);
  const [news] = await site.db.select().from(articles).where(eq(articles.slug, 'olmos-dam-turns-one-hundred'));
  await site.db
    .update(ads)
    .set({ imageUrl: news?.imageUrl ?? '' })
    .where(eq(ads.slot, 'sidebar'));
  await site.forgetPages();
  const after = await band(await open(1440, 900));
  expect(after.length).toBe(3);
  expect(new Set(after).size).toBe(3);
});

test.each([1100, 1440])('at %i px the focus ring of a link in the header stays inside of the link', async (width) => {
  const page = await open(width, 900);
  await page.mouse.wheel(0, 900);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' });
  await page.keyboard.press('Tab');
  for (let steps = 0; steps < 8; steps++) {
    if (await link.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  const ring = await link.evaluate((element) => {
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
    return { style: outlineStyle, outside: Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) };
  });
  expect(ring).toEqual({ style: 'solid', outside: 0 });
});

test('leads to the weekend, to what is open, and to the newest articles', async () => {
  const page = await open(390, 844);
  const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/directory?open=now',
    '/events?when=weekend',
    '/helpful-links',
  ]);
  const news = page.getByRole('region', { name: 'Latest news' });
  expect(await news.getByRole('listitem').count()).toBe(3);
  expect(await news.getByRole('link', { name: 'All news' }).getAttribute('href')).toBe('/news');
  await news.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await page.waitForURL('**/news/*');
});

test('shows title and search on the first screen at 200 % zoom, and titles at one place', async () => {
  const page = await open(720, 450);
  for (const part of [page.getByRole('heading', { level: 2 }).first(), page.getByRole('search')]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 1000)).toBeLessThanOrEqual(450);
  }
  // Pictures of slides that were not shown yet take no space.
  await page.getByRole('button', { name: 'Next slide' }).click();
  await page.locator('[aria-label="2 of 6"][data-current="true"]').waitFor();
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const tops = await page
      .locator('[aria-roledescription="slide"] h2')
      .evaluateAll((titles) => titles.map((title) => Math.round(title.getBoundingClientRect().top)));
    expect(new Set(tops).size, `${width} px`).toBe(1);
  }
});

test('marks one banner and one sidebar ad, and nothing else, as an ad', async () => {
  const page = await open(1440, 900);
  expect(await page.getByText('Ad', { exact: true }).count()).toBe(2);
  expect(await page.getByRole('complementary', { name: /^Advertisement/ }).count()).toBe(2);
});

test('an invitation to advertise never stands above the town; an ad that was sold does', async () => {
  const page = await open(390, 844);
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const banner = page.getByRole('complementary', { name: 'Advertisement: Your shop could be here' });
  const discover = page.getByRole('heading', { name: 'Discover' });
  expect(await topOf(banner)).toBeGreaterThan(await topOf(page.getByRole('heading', { name: 'Browse by Category' })));
  expect(await topOf(discover)).toBeLessThan(844);
  await site.db
    .update(ads)
    .set({ title: 'Bread today', url: '/business/oak-house-bakery' })
    .where(eq(ads.slot, 'banner'));
  await site.forgetPages();
  await page.reload();
  const sold = page.getByRole('complementary', { name: 'Advertisement: Bread today' });
  expect(await sold.count()).toBe(1);
  expect(await topOf(sold)).toBeLessThan(await topOf(discover));
});

test.each([320, 390])(
  'the buttons of the slides lie on the picture of a phone of %i px, large enough for a finger',
  async (width) => {
    const page = await browser.open(site.url, { viewport: { width, height: 844 } });
    const picture = await page.locator('.hero-picture').first().boundingBox();
    const buttons = page.locator('.slide-controls button');
    expect(await buttons.count()).toBe(9);
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    await page.getByRole('button', { name: 'Pause slides' }).click();
    await page.getByRole('button', { name: 'Play slides' }).waitFor();
  },
);

test('cards of a row of members are as wide and as high as each other', async () => {
  const page = await open(1440, 900);
  const list = page.getByRole('region', { name: 'Newest Members' }).getByRole('list');
  await list.scrollIntoViewIfNeeded();
  const rows = await list.evaluate((element) => {
    const byTop = new Map<number, Set<string>>();
    for (const card of element.querySelectorAll('article')) {
      const { top, width, height } = card.getBoundingClientRect();
      byTop.set(
        Math.round(top),
        (byTop.get(Math.round(top)) ?? new Set()).add(`${Math.round(width)} x ${Math.round(height)}`),
      );
    }
    return [...byTop.values()].map((sizes) => sizes.size);
  });
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter((sizes) => sizes > 1)).toEqual([]);
});

test('dims its pictures in the dark', async () => {
  const page = await browser.open(site.url, { colorScheme: 'dark', reducedMotion: 'reduce' });
  const filters = await page
    .locator('.hero-picture, [aria-labelledby="discover"] img, .logo-box:has(img)')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).filter));
  expect(filters.length).toBeGreaterThan(12);
  expect(filters.filter((filter) => !filter.startsWith('brightness(0.'))).toEqual([]);
});

test('without news the calendar has the row', async () => {
  await site.db.delete(articles);
  await site.forgetPages();
  const page = await open(1440, 900);
  expect(await page.getByRole('region', { name: 'Latest news' }).count()).toBe(0);
  const widget = await page.getByRole('region', { name: 'Upcoming Events' }).boundingBox();
  expect(widget?.x).toBeLessThan(200);
});
