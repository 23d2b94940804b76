import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { categories } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { only } from '#tests/support/found.ts';
import { madeUpStreets } from '#tests/support/made-up-streets.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { startTileSource } from '#tests/support/tile-source.ts';

const center = { latitude: 29.475, longitude: -98.4881 };
const source = await startTileSource(madeUpStreets(center));
afterAll(() => source.stop().catch(() => undefined));

const names = ['Acorn Grill', 'Birch Bakery', 'Cedar Cafe', 'Dogwood Diner', 'Elm Eatery'];
const site = startTestSite({
  env: { MAP_TILES_URL: source.template },
  fill: async (db) => {
    const food = only(await db.select().from(categories).where(eq(categories.slug, 'food-dining')), 'category');
    for (const [index, name] of names.entries()) {
      await aBusiness(db, {
        ...{ name, slug: name.toLowerCase().replace(' ', '-'), categoryId: food.id },
        latitude: center.latitude + (index - 2) * 0.002,
        longitude: center.longitude + (index % 2) * 0.004,
      });
    }
  },
});
const browser = openBrowser({
  hasWebGl: true,
  harmless: /Failed to load resource: the server responded with a status of 4\d\d|GL Driver Message|WebGL/,
});
const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };
const desktop = { width: 1440, height: 900 };
const list = () => `${site.url}/category/food-dining`;

async function openMapOf(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await page.getByRole('button', { name: /^1 Acorn Grill/ }).waitFor();
}

test.each([phone, desktop])(
  'a map of food places asks this site alone, and a pin chosen by keyboard shows its card where the map is ($width px)',
  async (viewport) => {
    const page = await browser.open(list(), { viewport });
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    await openMapOf(page);
    expect(new URL(page.url()).searchParams.get('view')).toBe('map');
    await expect.poll(() => asked.filter(({ pathname }) => pathname.startsWith('/tiles/')).length).toBeGreaterThan(0);
    expect(asked.filter(({ origin, protocol }) => protocol.startsWith('http') && origin !== site.url)).toEqual([]);
    const pins = page.getByRole('button', { name: /^\d [A-Z]/ });
    // Pins and list say the same, in the same order.
    await expect.poll(() => pins.count()).toBe(names.length);
    expect(await pins.evaluateAll((all) => all.map((pin) => pin.textContent))).toEqual(
      names.map((name, index) => `${index + 1}${name}`),
    );
    await pins.first().focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const fourth = page.getByRole('button', { name: /^4 Dogwood Diner/ });
    await expect.poll(() => fourth.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('article.is-chosen h3').innerText()).toContain('Dogwood Diner');
    const card = page.getByRole('region', { name: 'On the map' });
    expect(await card.locator('h3').innerText()).toContain('Dogwood Diner');
    await expect
      .poll(() =>
        card.evaluate(
          (one) => one.getBoundingClientRect().bottom <= innerHeight + 1 && one.getBoundingClientRect().top >= 0,
        ),
      )
      .toBe(true);
    expect(await page.getByText('Dogwood Diner is shown on the map and marked in the list').count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    const before = await page.evaluate(() => scrollY);
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'detached' });
    expect([await page.evaluate(() => scrollY), await fourth.getAttribute('aria-pressed')]).toEqual([before, 'false']);
  },
);

test.each([phone, desktop])(
  'a map of one answer stands whole on the first screen, with it in the middle ($width px)',
  async (viewport) => {
    const page = await browser.open(`${site.url}/directory?view=map&search=acorn`, { viewport });
    const pin = page.getByRole('button', { name: /^1 Acorn Grill/ });
    const places = () =>
      pin.evaluate((one) => {
        const [own, map] = [one, one.closest('section')].map((each) => each?.getBoundingClientRect());
        if (!own || !map) throw new Error('the pin is on no map');
        const isOnScreen = map.top >= 0 && map.bottom <= innerHeight;
        return { isOnScreen, isInMiddle: Math.abs(own.left + own.right - map.left - map.right) < 4 };
      });
    await expect.poll(places).toEqual({ isOnScreen: true, isInMiddle: true });
  },
);

test('a card of the list points at its pin, and the map that was moved searches where it is', async () => {
  const page = await browser.open(list(), { viewport: tablet });
  await openMapOf(page);
  // All pins are inside of the map from the start.
  const isInside = (pin: Element) => {
    const [own, map] = [pin, pin.closest('section')].map((one) => one?.getBoundingClientRect());
    return (
      own && map && own.left >= map.left && own.right <= map.right && own.top >= map.top && own.bottom <= map.bottom
    );
  };
  const pins = await page.getByRole('button', { name: /^\d [A-Z]/ }).all();
  expect(pins).toHaveLength(names.length);
  for (const pin of pins) await expect.poll(() => pin.evaluate(isInside)).toBe(true);
  // Scrolling moves no card under this place, so only the keyboard points at a card.
  await page.mouse.move(1, 1);
  await page.getByRole('link', { name: 'Cedar Cafe' }).focus();
  await expect.poll(() => page.locator('.map-place.is-pointed').textContent()).toMatch(/^3Cedar Cafe/);
  expect(await page.getByRole('button', { name: 'Search this area' }).count()).toBe(0);
  await page.locator('.maplibregl-canvas').focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Search this area' }).click();
  await page.waitForURL(/near=/);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('view'), searchParams.get('within')]).toEqual(['map', expect.stringMatching(/^\d+\.\d$/)]);
  const [, longitude] = (searchParams.get('near') ?? '').split(',').map(Number);
  expect(longitude).toBeGreaterThan(center.longitude);
  await page.locator('.maplibregl-canvas').focus();
  // Pins that would lie on each other are one button, which says that its number is no place in the list.
  const group = page.getByRole('button', { name: /^\d places: .*Zoom in$/ }).first();
  await expect.poll(async () => (await page.keyboard.press('-'), await group.count())).toBe(1);
  expect(await group.innerText()).toMatch(/^\d\s*places$/);
});

test.each([phone, desktop])(
  'without script there is a picture with the numbers of the list ($width px)',
  async (viewport) => {
    const page = await browser.open(`${list()}?view=map`, { viewport, script: false });
    const map = page.getByRole('img', { name: 'Map of the results, with the numbers of the list' });
    await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    expect(await page.locator('.static-map svg:visible > .map-pin text').allTextContents()).toEqual([
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
    await page.getByText('© OpenStreetMap contributors').waitFor();
    await page.getByRole('link', { name: 'List only' }).click();
    expect(new URL(page.url()).search).toBe('');
  },
);

test('a list without a map loads nothing of it', async () => {
  const page = await browser.open(list());
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => /open-map|maplibre|\/tiles\//.test(name))).toEqual([]);
});

test('tiles are there while their source is away, and hostile addresses are refused', async () => {
  const tile = `${site.url}/tiles/14/3709/6787.mvt`;
  expect((await fetch(tile)).status).toBe(200);
  await source.stop();
  expect((await fetch(tile)).status).toBe(200);
  for (const path of [
    '/tiles/99/0/0.mvt',
    '/tiles/-1/0/0.mvt',
    '/tiles/14/0/0.mvt',
    '/tiles/https://evil.example/0/0/0.mvt',
  ]) {
    expect((await fetch(site.url + path)).status, path).toBe(404);
  }
});
