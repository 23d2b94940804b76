import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const site = startTestSite({
  fill: async (db, city) => {
    await fillListings(db);
    const { latitude, longitude } = city.facts.center;
    await db.update(businesses).set(at(latitude, longitude)).where(eq(businesses.slug, 'oak-bend-bakery'));
    await db.update(businesses).set(at(48.137, 11.575)).where(eq(businesses.slug, 'bare-bones'));
  },
});
const browser = openBrowser();
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const bakery = () => `${site.url}/business/oak-bend-bakery`;

test.each([phone, desktop])(
  'the page of a business has a picture of the map, without script ($width px)',
  async (viewport) => {
    const page = await browser.open(bakery(), { viewport, script: false });
    const map = page.getByRole('img', { name: /^Map: Oak Bend Bakery, 12 Live Oak Street/ });
    await map.scrollIntoViewIfNeeded();
    await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    const source = await map.evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(new URL(source).origin).toBe(site.url);
    expect(source).toMatch(/\/maps\/wide\/16\/\d+-\d+\.light\.avif$/);
    const picture = await map.boundingBox();
    const pin = await page.locator('.map-pin path').boundingBox();
    // Its tip is in the middle of the picture.
    const tip = { x: (pin?.x ?? 0) + (pin?.width ?? 0) / 2, y: (pin?.y ?? 0) + (pin?.height ?? 0) };
    expect(Math.abs(tip.x - ((picture?.x ?? 0) + (picture?.width ?? 0) / 2))).toBeLessThan(12);
    expect(Math.abs(tip.y - ((picture?.y ?? 0) + (picture?.height ?? 0) / 2))).toBeLessThan(12);
  },
);

test('it is dark where the page is dark, by the device or by choice, and only one picture is loaded', async () => {
  const page = await browser.open(bakery(), { viewport: desktop, colorScheme: 'dark' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/maps/')) asked.push(request.url());
  });
  await page.reload();
  const map = page.getByRole('img', { name: /^Map:/ });
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toContain('.dark.');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await expect.poll(() => asked.at(-1)).toContain('.light.');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
});

test('a place far from town has no picture', async () => {
  const page = await browser.open(`${site.url}/business/bare-bones`);
  await page.getByRole('link', { name: 'View on Map' }).waitFor();
  expect(await page.locator('.static-map').count()).toBe(0);
});
