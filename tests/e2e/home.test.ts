import { describe, expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { ads, businesses, eventOccurrences } from '#server/db/schema/index.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser({ harmless: /Failed to load resource: the server responded with a status of 500/ });

/** The home page with its carousel running on a clock that only the test moves. */
async function openWithClock() {
  const page = await browser.open(site.url);
  await page.clock.install();
  await page.reload();
  // Slides out of sight are inert once the carousel's script is there.
  await page.locator('[aria-label="2 of 6"][inert]').waitFor({ state: 'attached' });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const shown = () => page.locator('[aria-roledescription="slide"][data-current="true"]').getAttribute('aria-label');
  return { page, shown };
}

describe('the hero', () => {
  test('has six slides, one dot each, and moves on every 5 seconds, also after a button was used', async () => {
    const page = await browser.open(site.url);
    const carousel = page.getByRole('region', { name: 'Scenes from town' });
    expect(await carousel.locator('[aria-roledescription="slide"]').count()).toBe(6);
    expect(await carousel.getByRole('button', { name: /^Go to slide \d$/ }).count()).toBe(6);
    const { page: timed, shown } = await openWithClock();
    const next = (slide: string | null) => `${(Number.parseInt(slide ?? '', 10) % 6) + 1} of 6`;
    const before = await shown();
    await timed.getByRole('button', { name: 'Next slide' }).click();
    expect(await shown()).toBe(next(before));
    // The button restarts the five seconds; each later slide has five, too.
    await timed.clock.runFor(4900);
    expect(await shown()).toBe(next(before));
    await timed.clock.runFor(200);
    expect(await shown()).toBe(next(next(before)));
    await timed.clock.runFor(4700);
    expect(await shown()).toBe(next(next(before)));
    await timed.clock.runFor(400);
    expect(await shown()).toBe(next(next(next(before))));
  });

  test('shows a slide that was asked for as long as any other', async () => {
    const { page, shown } = await openWithClock();
    const start = await shown();
    // Late in the five seconds of this slide.
    for (let waited = 0; (await shown()) === start; waited += 100) {
      expect(waited).toBeLessThanOrEqual(5000);
      await page.clock.runFor(100);
    }
    await page.clock.runFor(4500);
    await page.getByRole('button', { name: 'Go to slide 5' }).click();
    await page.clock.runFor(4900);
    expect(await shown()).toBe('5 of 6');
    await page.clock.runFor(200);
    expect(await shown()).toBe('6 of 6');
  });

  test('loops backwards from the first slide, goes where a dot says, and searches the directory', async () => {
    const page = await browser.open(site.url);
    await page.getByRole('button', { name: 'Pause slides' }).click();
    await page.getByRole('button', { name: 'Go to slide 1' }).click();
    await page.locator('[aria-label="1 of 6"][data-current="true"]').waitFor();
    await page.getByRole('button', { name: 'Previous slide' }).click();
    await page.locator('[aria-label="6 of 6"][data-current="true"]').waitFor();
    await page.getByRole('button', { name: 'Go to slide 3' }).click();
    await page.locator('[aria-label="3 of 6"][data-current="true"]').waitFor();
    await page.getByPlaceholder('Search businesses...').fill('bakery');
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/directory?search=bakery');
  });

  test('asks for the first two pictures, and for the others once it moves', async () => {
    const page = await browser.open(site.url, { reducedMotion: 'reduce' });
    const loaded = () =>
      page
        .locator('[aria-roledescription="slide"] img')
        .evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.complete && image.naturalWidth > 0));
    await page.waitForLoadState('networkidle');
    await expect.poll(loaded).toEqual([true, true, false, false, false, false]);
    await page.getByRole('button', { name: 'Previous slide' }).click();
    await page.locator('[aria-label="6 of 6"][data-current="true"]').waitFor();
    await expect.poll(async () => (await loaded())[5]).toBe(true);
  });

  test('stays where it is once paused, and for those who prefer less motion, who are offered no pause', async () => {
    const still = await browser.open(site.url, { reducedMotion: 'reduce' });
    const { page: paused, shown } = await openWithClock();
    await paused.getByRole('button', { name: 'Pause slides' }).click();
    const atPause = await shown();
    await paused.clock.runFor(20_000);
    expect(await shown()).toBe(atPause);
    expect(await still.locator('[aria-label="1 of 6"]').getAttribute('data-current')).toBe('true');
    expect(await still.getByRole('button', { name: /(Pause|Play) slides/ }).count()).toBe(0);
    await paused.getByRole('button', { name: 'Play slides' }).waitFor();
  });
});

test('shows six tiles, the newest members, each category and the events of this month', async () => {
  const page = await browser.open(site.url);
  // The city pack says where two of them lead.
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
    site.city.facts.discoverLinks.thingsToDo,
    site.city.facts.discoverLinks.placesToStay,
    '/real-estate',
  ]);

  const members = page.getByRole('region', { name: 'Newest Members' });
  const shown = await members.getByRole('listitem').count();
  expect(shown).toBeGreaterThanOrEqual(8);
  expect(shown).toBeLessThanOrEqual(12);
  expect(await members.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/directory');

  const cards = page.getByRole('region', { name: 'Browse by Category' }).getByRole('link');
  const texts = await cards.allInnerTexts();
  expect(texts).toHaveLength(15);
  for (const text of texts) expect(text).toMatch(/\n\d+ business(es)?\nBrowse/);
  expect(await cards.first().getAttribute('href')).toMatch(/^\/category\//);

  // From Sunday to Saturday, with today marked.
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

test('says so when nothing is on; an empty ad slot invites to the contact page', async () => {
  await site.db.delete(eventOccurrences);
  await site.db.delete(ads);
  await site.forgetPages();
  const page = await browser.open(site.url);
  await page.getByText('No upcoming events').waitFor();
  const slots = page.getByRole('complementary', { name: /^Advertisement/ });
  expect(await slots.count()).toBe(2);
  for (const slot of await slots.all()) expect(await slot.getByRole('link').getAttribute('href')).toBe('/contact');
});

test('coming back home shows six placeholders for members and categories while they load', async () => {
  const page = await browser.open(`${site.url}/contact`);
  const letGo = await holdBack(page, /\/api\/(businesses\/featured|categories)$/);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('Loading categories').waitFor({ state: 'attached' });
  expect(
    await page.getByRole('status').filter({ hasText: 'Loading businesses' }).locator('[data-placeholder]').count(),
  ).toBe(6);
  expect(
    await page.getByRole('status').filter({ hasText: 'Loading categories' }).locator('[data-placeholder]').count(),
  ).toBe(6);
  await letGo();
});

test("says so on a town's first day, and when the categories cannot be fetched", async () => {
  const page = await browser.open(`${site.url}/contact`);
  await page.route('**/api/businesses/featured', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/categories', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const members = page.getByRole('region', { name: 'Newest Members' });
  expect(await members.getByRole('link', { name: 'List your business' }).getAttribute('href')).toBe('/get-listed');
  await page.getByText('We could not load the categories.').waitFor();
});

test('says so when slides or contact details cannot be fetched, and asks again', async () => {
  const page = await browser.open(`${site.url}/real-estate`);
  await page.route(/\/api\/city\//, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await page.getByText('We could not load the details.').waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByText('We could not load the slides.').waitFor();
  const tiles = page.getByRole('region', { name: 'Discover' }).getByRole('link');
  expect(await tiles.count()).toBe(6);
  await page.getByPlaceholder('Search businesses...').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[aria-label="1 of 6"]').waitFor();
});

test('on a phone no member’s card is wider than its place in the row', async () => {
  const page = await browser.open(site.url, { viewport: { width: 390, height: 844 } });
  const members = page.getByRole('region', { name: 'Newest Members' });
  await members.scrollIntoViewIfNeeded();
  await members.getByRole('article').first().waitFor();
  const tooWide = await members
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.scrollWidth - item.clientWidth).filter((more) => more > 0));
  expect(tooWide).toEqual([]);
});

test('axe finds nothing, on a phone and on a wide screen, light and dark', async () => {
  const page = await browser.open(site.url, { viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' });
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
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
