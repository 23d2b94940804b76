/** A site whose tiles have not come, or never will: nobody looks at an empty box. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({
  fill: async (db, city) => {
    await fillListings(db);
    const { latitude, longitude } = city.facts.center;
    const place = (slug: string, north: number) =>
      db
        .update(businesses)
        .set({ latitude: latitude + north, longitude })
        .where(eq(businesses.slug, slug));
    await place('oak-bend-bakery', 0);
    // Within the map's bounds, and out of town.
    await place('garage-0', -0.05);
  },
});
const browser = openBrowser({
  hasWebGl: true,
  harmless: /Failed to load resource: the server responded with a status of 404|GL Driver Message|WebGL/,
});
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test.each([phone, desktop])(
  'in town there is the outline, out of town the way there in words ($width px)',
  async (viewport) => {
    const inTown = await browser.open(`${site.url}/business/oak-bend-bakery`, { viewport });
    const map = inTown.getByRole('img', { name: /^Map: Oak Bend Bakery/ });
    await map.scrollIntoViewIfNeeded();
    await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    const way = inTown.locator('.static-map').getByRole('link', { name: 'Directions to Oak Bend Bakery' });
    expect(await way.getAttribute('href')).toContain(
      '/maps/dir/?api=1&destination=Oak+Bend+Bakery%2C+12+Live+Oak+Street',
    );

    const outside = await browser.open(`${site.url}/business/garage-0`, { viewport });
    await outside.getByRole('heading', { name: 'Getting there' }).waitFor();
    expect(await outside.locator('.static-map').count()).toBe(0);
    await outside.getByRole('link', { name: 'Directions to Garage 00' }).waitFor();
    expect(await accessibilityFaultsInBothThemes(outside)).toEqual([]);
  },
);

test.each([phone, desktop])('the map of the list says that its streets are missing ($width px)', async (viewport) => {
  const page = await browser.open(`${site.url}/directory?search=bakery&view=map`, { viewport });
  await page.getByText('Streets are not loaded').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
});
