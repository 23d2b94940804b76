import { describe, expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { ads, businesses, eventOccurrences } from '#server/db/schema/index.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

describe('the hero', () => {
  test('has six slides, one dot each, and moves on every 5 seconds, also after a button was used', async () => {
    const page = await browser.open(site.url);
    const carousel = page.getByRole('region', { name: 'Scenes from town' });
    expect(await carousel.locator('[aria-roledescription="slide"]').count()).toBe(6);
    expect(await carousel.getByRole('button', { name: /^Go to slide \d$/ }).count()).toBe(6);
    await carousel.getByRole('button', { name: 'Next slide' }).click();
    await carousel.locator('[aria-label="2 of 6"][data-current="true"]').waitFor();
    const clickedAt = Date.now();
    await carousel.locator('[aria-label="3 of 6"][data-current="true"]').waitFor({ timeout: 8000 });
    expect(Date.now() - clickedAt).toBeGreaterThan(3500);
  });

  test('loops backwards from the first slide and goes where a dot says', async () => {
    const page = await browser.open(site.url);
    await page.getByRole('button', { name: 'Previous slide' }).click();
    await page.locator('[aria-label="6 of 6"][data-current="true"]').waitFor();
    await page.getByRole('button', { name: 'Go to slide 3' }).click();
    await page.locator('[aria-label="3 of 6"][data-current="true"]').waitFor();
  });

  test('stays where it is once paused', async () => {
    const page = await browser.open(site.url);
    await page.getByRole('button', { name: 'Pause slides' }).click();
    await page.waitForTimeout(6500);
    expect(await page.locator('[aria-label="1 of 6"]').getAttribute('data-current')).toBe('true');
    await page.getByRole('button', { name: 'Play slides' }).waitFor();
  });

  test('does not move by itself for those who prefer less motion, and offers no pause', async () => {
    const page = await browser.open(site.url, { reducedMotion: 'reduce' });
    await page.waitForTimeout(6500);
    expect(await page.locator('[aria-label="1 of 6"]').getAttribute('data-current')).toBe('true');
    expect(await page.getByRole('button', { name: /(Pause|Play) slides/ }).count()).toBe(0);
  });

  test('searches the directory', async () => {
    const page = await browser.open(site.url);
    await page.getByPlaceholder('Search businesses...').fill('bakery');
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/directory?search=bakery');
  });
});

test('Discover has six tiles; two are placeholders that go nowhere', async () => {
  const page = await browser.open(site.url);
  const tiles = page.getByRole('region', { name: 'Discover' }).getByRole('link');
  expect(await tiles.allInnerTexts()).toEqual([
    'Food & Dining',
    'Shopping',
    'Services',
    'Things to Do',
    'Places to Stay',
    'Real Estate',
  ]);
  expect(await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/category/food-dining',
    '/directory',
    '/directory',
    null,
    null,
    '/real-estate',
  ]);
});

test('Newest Members shows the newest featured businesses and leads to all', async () => {
  const page = await browser.open(site.url);
  const members = page.getByRole('region', { name: 'Newest Members' });
  const shown = await members.getByRole('listitem').count();
  expect(shown).toBeGreaterThanOrEqual(8);
  expect(shown).toBeLessThanOrEqual(12);
  expect(await members.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/directory');
});

test('each category card has its count and says Browse', async () => {
  const page = await browser.open(site.url);
  const cards = page.getByRole('region', { name: 'Browse by Category' }).getByRole('link');
  const texts = await cards.allInnerTexts();
  expect(texts).toHaveLength(15);
  for (const text of texts) expect(text).toMatch(/\n\d+ business(es)?\nBrowse/);
  expect(await cards.first().getAttribute('href')).toMatch(/^\/category\//);
});

describe('the events widget', () => {
  test('draws this month from Sunday to Saturday, marks today and lists two events', async () => {
    const page = await browser.open(site.url);
    const widget = page.getByRole('region', { name: 'Upcoming Events' });
    expect(await widget.getByRole('columnheader').allInnerTexts()).toEqual([
      'Sun',
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
    ]);
    const today = new Intl.DateTimeFormat('en-US', { day: 'numeric', timeZone: site.city.facts.timeZone });
    expect(await widget.locator('[aria-current="date"]').innerText()).toContain(today.format(new Date()));
    expect(await widget.getByRole('listitem').count()).toBe(2);
    expect(await widget.getByRole('link', { name: 'View All Events' }).getAttribute('href')).toBe('/events');
  });

  test('says so when nothing is on', async () => {
    await site.db.delete(eventOccurrences);
    await site.forgetPages();
    const page = await browser.open(site.url);
    expect(await page.getByText('No upcoming events').isVisible()).toBe(true);
  });
});

test('an empty ad slot invites to the contact page', async () => {
  await site.db.delete(ads);
  await site.forgetPages();
  const page = await browser.open(site.url);
  const slots = page.getByRole('complementary', { name: /^Advertisement/ });
  expect(await slots.count()).toBe(2);
  for (const slot of await slots.all()) expect(await slot.getByRole('link').getAttribute('href')).toBe('/contact');
});

test('coming back home shows six placeholders for members and categories while they load', async () => {
  const page = await browser.open(`${site.url}/contact`);
  await page.route(/\/api\/(businesses\/featured|categories)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('Loading categories').waitFor({ state: 'attached' });
  expect(
    await page.getByRole('status').filter({ hasText: 'Loading businesses' }).locator('[data-placeholder]').count(),
  ).toBe(6);
  expect(
    await page.getByRole('status').filter({ hasText: 'Loading categories' }).locator('[data-placeholder]').count(),
  ).toBe(6);
  await page.unrouteAll({ behavior: 'wait' });
});

test.each(['light', 'dark'] as const)('axe finds nothing in %s', async (colorScheme) => {
  for (const width of [390, 1440]) {
    const page = await browser.open(site.url, {
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});

test('is complete without script: search form, tiles, members, categories and calendar', async () => {
  await site.db.update(businesses).set({ featuredByStaff: true });
  await site.forgetPages();
  const page = await browser.open(site.url, { script: false });
  expect(await page.getByRole('region', { name: 'Newest Members' }).getByRole('listitem').count()).toBe(12);
  expect(await page.getByRole('region', { name: 'Browse by Category' }).getByRole('link').count()).toBe(15);
  expect(await page.getByRole('columnheader').count()).toBe(7);
  await page.getByPlaceholder('Search businesses...').fill('cafe');
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  expect(page.url()).toBe(`${site.url}/directory?search=cafe`);
});
