import { describe, expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { materialiseOccurrences } from '#features/events/server/materialise-occurrences.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const market = 'Olmos Basin Farmers Market';
const site = startTestSite({
  fill: async (db, city) => {
    await loadSampleContent(db, city, new Date());
    await anEvent(db, { title: 'Last year’s gala', slug: 'gala', startsAt: new Date('2025-03-01T01:00:00Z') });
    await materialiseOccurrences(db, { timeZone: city.facts.timeZone, now: new Date() });
  },
});
const browser = openBrowser({ harmless: /status of 404/ });
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

test.each([phone, desk])('an event is found in the list, and its page is shared, at $width px', async (viewport) => {
  const page = await browser.open(`${site.url}/events`, { viewport });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Cultural' }).click();
  await page.waitForURL('**/events?category=cultural');
  await page.getByRole('link', { name: /^Story hour/ }).click();
  await page.waitForURL('**/events/story-hour-in-two-languages');
  await page.getByRole('heading', { level: 1, name: 'Story hour in two languages' }).waitFor();
  // The place is a listing: its name is a link, and the map shows its position.
  expect(await page.getByRole('link', { name: 'Paper Kite Books' }).getAttribute('href')).toBe(
    '/business/paper-kite-books',
  );
  expect(
    await page
      .getByRole('img', { name: /^Map: Paper Kite Books/ })
      .first()
      .isVisible(),
  ).toBe(true);
  expect(await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toMatch(/^\/events\/.+\.ics$/);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
  await page.getByRole('button', { name: 'Share event' }).click();
  await page.getByText('Link copied', { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/events\/story-hour-in-two-languages$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
});

test.each([phone, desk])('a series stands in a month once per week, with one page, at $width px', async (viewport) => {
  const page = await browser.open(`${site.url}/events`, { viewport });
  const nextMonth = page.getByRole('link', { name: /^Events in /, includeHidden: true }).last();
  await page.goto(site.url + (await nextMonth.getAttribute('href')));
  const rows = page.getByRole('article').filter({ hasText: market });
  const weeks = await rows.locator('time').evaluateAll((times) =>
    times.map((time) => {
      const day = new Date(Date.parse((time as HTMLTimeElement).dateTime) - 6 * 3_600_000);
      return Math.floor((day.getTime() / 86_400_000 + 3) / 7);
    }),
  );
  expect(weeks.length).toBeGreaterThan(3);
  expect(new Set(weeks).size).toBe(weeks.length);
  await rows.first().getByRole('link', { name: market }).click();
  const dates = page.getByRole('region', { name: 'Next dates' }).getByRole('listitem');
  await dates.nth(11).waitFor();
  expect(await dates.nth(1).getByRole('link').getAttribute('href')).toMatch(/\.ics$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
});

test('on a phone the list is short, and the calendar opens above it', async () => {
  const page = await browser.open(`${site.url}/events`, { viewport: phone });
  const rows = await page.getByRole('article').count();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  // Page frame and choices, and 180 px for a row.
  expect(height).toBeLessThan(2200 + rows * 180);
  await page.getByText('Pick a day or a month').click();
  const day = page.getByRole('table').getByRole('link').last();
  const box = await day.boundingBox();
  expect([(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([true, true]);
});

test('the choices stand in the address and come back with it', async () => {
  const page = await browser.open(`${site.url}/events?free=true&category=community`);
  for (const name of ['Free', 'Community']) {
    expect(await page.getByRole('link', { name, exact: true }).getAttribute('aria-current')).toBe('page');
  }
  const marks = await page.getByRole('article').allInnerTexts();
  expect(marks.length).toBeGreaterThan(1);
  for (const text of marks) expect(text).toMatch(/Community[\s\S]*Free/);
  await page.getByRole('link', { name: 'This weekend' }).click();
  await page.waitForURL('**/events?when=weekend&category=community&free=true');
  await page.getByRole('heading', { level: 2, name: 'This weekend' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 2, name: 'Upcoming Events' }).waitFor();
});

describe('without JavaScript', () => {
  test('list, calendar, a month, a day and an event can be reached and shared', async () => {
    const page = await browser.open(`${site.url}/events`, { viewport: desk, script: false });
    await page
      .getByRole('link', { name: /^Events in / })
      .last()
      .click();
    expect(page.url()).toMatch(/\/events\?month=\d{4}-\d{2}$/);
    await page.getByRole('table').getByRole('link').first().click();
    expect(page.url()).toMatch(/\/events\?day=\d{4}-\d{2}-\d{2}$/);
    await page.getByRole('article').getByRole('link').first().click();
    expect(page.url()).toMatch(/\/events\/[a-z0-9-]+$/);
    const share = page.getByRole('link', { name: 'Share event' });
    expect(decodeURIComponent((await share.getAttribute('href')) ?? '')).toContain(page.url());
  });
});

test('an event that is over says so; one that never was is a 404', async () => {
  const page = await browser.open(`${site.url}/events/gala`);
  await page.getByText('This event is over.').waitFor();
  expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0);
  const answer = await page.goto(`${site.url}/events/no-such-event`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Event Not Found' }).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
});

test.each(['light', 'dark'] as const)('list and page are fit for all, %s', async (colorScheme) => {
  for (const viewport of [phone, desk]) {
    for (const path of ['/events', '/events/olmos-basin-farmers-market', '/events/gala', '/events?month=2027-01']) {
      const page = await browser.open(site.url + path, { viewport, colorScheme, reducedMotion: 'reduce' });
      expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
    }
  }
});
