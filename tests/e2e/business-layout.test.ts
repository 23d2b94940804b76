/** The page of a business at each width: a full one, a premium one and a basic one. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { categories } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({
  fill: async (db, city) => {
    const [{ id: categoryId = '' } = {}] = await db.select().from(categories).where(eq(categories.slug, 'other'));
    const { latitude, longitude } = city.facts.center;
    const hours = { mon: [['09:00', '17:00']], tue: [['09:00', '17:00']] };
    await aBusiness(db, {
      ...{ slug: 'covered-cafe', name: 'Covered Café', categoryId, ownerId: (await aUser(db)).id },
      ...{ latitude, longitude, hours, imageUrl: '/favicon.svg?cover', logoUrl: '/favicon.svg' },
      premiumExpiresAt: new Date(Date.now() + 30 * dayMs),
    });
    await aBusiness(db, {
      ...{ slug: 'logo-only', name: 'Logo Only', categoryId, logoUrl: '/favicon.svg' },
      ...{ latitude, longitude, hours, email: 'front.desk@logo-only.example.com', phone: '210-555-0123' },
      properties: ['delivery'],
    });
    await aBusiness(db, { slug: 'one-photo', name: 'One Photo', categoryId, imageUrl: '/favicon.svg?photo' });
  },
});
const browser = openBrowser();

describe.each([390, 820, 1440])('at %i px', (width) => {
  const viewport = { width, height: 900 };

  test('premium has its cover and badge, and no rivals on its page', async () => {
    const page = await browser.open(`${site.url}/business/covered-cafe`, { viewport });
    await page.locator('.business-cover img').evaluate((image: HTMLImageElement) => image.decode());
    const box = await page.locator('.business-cover').boundingBox();
    expect(box?.width).toBeGreaterThan(Math.min(width, 1180) * 0.85);
    await page.locator('main').getByText('Premium', { exact: true }).waitFor();
    await page.locator('footer').scrollIntoViewIfNeeded();
    await page.getByRole('region', { name: 'Photos' }).waitFor();
    expect(await page.getByRole('region', { name: /^More in/ }).count()).toBe(0);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  });

  test('basic has its map, and a logo alone is no photo', async () => {
    const page = await browser.open(`${site.url}/business/logo-only`, { viewport });
    expect(await page.getByRole('heading', { name: 'Photos' }).count()).toBe(0);
    expect(await page.locator('.business-cover').count()).toBe(0);
    const map = page.locator('.static-map');
    await map.scrollIntoViewIfNeeded();
    expect((await map.boundingBox())?.width).toBeGreaterThan(Math.min(width, 1180) * 0.5);
    // An address of usual length stays on one line.
    const email = page.getByRole('link', { name: 'front.desk@logo-only.example.com' });
    const lines = await email.evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  });
});

test('the photo of a basic listing is in the place of the logo and under Photos, not a third time beside the name', async () => {
  const page = await browser.open(`${site.url}/business/one-photo`, { viewport: { width: 1440, height: 900 } });
  const photo = 'img[src*="favicon.svg?photo"]';
  await page.getByRole('region', { name: 'Photos' }).locator(photo).waitFor();
  await page.locator(`.logo-box ${photo}`).waitFor();
  expect(await page.locator(photo).count()).toBe(2);
  const drawn = await page.locator('.listing-head svg.dims').boundingBox();
  expect([drawn?.width, drawn?.height].map((side) => Math.round(side ?? 0))).toEqual([366, 229]);
});

test('what the server has drawn stays while its script is on the way', async () => {
  const page = await browser.open(`${site.url}/about`);
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route('**/more-about*.js', async (route) => {
    isAsked = true;
    await arrival;
    await route.continue();
  });
  await page.goto(`${site.url}/business/logo-only`, { waitUntil: 'commit' });
  // The script adds the open state and draws the page again.
  await page.getByRole('link', { name: /^(Open now|Closed)/ }).waitFor();
  await expect.poll(() => isAsked).toBe(true);
  await page.getByRole('heading', { name: 'Good to know' }).waitFor();
  arrive();
});
