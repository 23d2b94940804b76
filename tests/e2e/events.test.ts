import { describe, expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { eventOccurrences } from '#server/db/schema/index.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
// Calls are made to fail here.
const browser = openBrowser({
  harmless: /Failed to load resource: the server responded with a status of (4\d\d|500)/,
});

test('shows every event with badge, category, long date, times, place and description', async () => {
  const page = await browser.open(`${site.url}/events`);
  await page.getByRole('heading', { name: 'Upcoming Events' }).waitFor();
  const count = await page.getByRole('article').count();
  expect(await page.getByText(/^\d+ events$/).innerText()).toBe(`${count} events`);
  const meeting = page.getByRole('article').filter({ hasText: 'City Council' }).first();
  const text = await meeting.innerText();
  expect(text).toMatch(/Government/);
  expect(text).toMatch(/Thursday, [A-Z][a-z]+ \d+, 6:00 PM/);
  expect(text).toMatch(/City Hall/);
  expect(text).toMatch(/Open to the public/);
  // The badge with day and month.
  expect(text).toMatch(/[A-Z]{3}\s+\d+/);
  for (const name of ['Suggest an event', 'Subscribe to the calendar']) {
    expect((await page.getByRole('link', { name }).boundingBox())?.y).toBeLessThan(600);
  }
});

test('the calendar is subscribed to by plain links, which keep the chosen category', async () => {
  const page = await browser.open(`${site.url}/events?category=government`);
  await page.getByRole('link', { name: 'Subscribe to the calendar' }).click();
  const part = page.getByRole('region', { name: 'Subscribe to the calendar' });
  const address = `${site.url}/feeds/events/government.ics`;
  const hrefOf = (name: string) => part.getByRole('link', { name }).getAttribute('href');
  await part.getByRole('link', { name: 'Calendar of this device' }).waitFor();
  expect(await hrefOf('Calendar of this device')).toBe(address.replace('http:', 'webcal:'));
  expect(await hrefOf('Google Calendar')).toContain(encodeURIComponent(address.replace('http:', 'webcal:')));
  expect(await hrefOf('Outlook')).toContain(encodeURIComponent(address));
  expect(await hrefOf('Download today’s dates')).toBe('/feeds/events/government.ics');
  expect(await part.getByText(address).count()).toBe(1);
  expect(await part.innerText()).toMatch(/Only “Government”/);
});

test('an event without an end shows its start alone, one with an end both', async () => {
  const page = await browser.open(`${site.url}/events`);
  const endless = await page.getByRole('article').filter({ hasText: 'Tree Lighting' }).first().innerText();
  expect(endless).toMatch(/6:00 PM(?! -)/);
  const market = await page.getByRole('article').filter({ hasText: 'Farmers Market' }).first().innerText();
  expect(market).toMatch(/7:30 AM - 1:00 PM/);
});

test('a series stands in the list once, with its next time, and says where its other dates are', async () => {
  const page = await browser.open(`${site.url}/events`);
  const markets = page.getByRole('article').filter({ hasText: 'Farmers Market' });
  expect(await markets.count()).toBe(1);
  expect(await markets.innerText()).toMatch(/Every week on Tuesday and Saturday · More dates on its page/);
  expect(await markets.innerText()).toMatch(/Community/);
  for (const [chip, address] of [
    ['Today', 'today'],
    ['Next 7 days', 'week'],
  ] as const) {
    await page.getByRole('link', { name: chip, exact: true }).click();
    await page.waitForURL(`**/events?when=${address}`);
    await page.getByRole('heading', { level: 2, name: chip }).waitFor();
  }
  await page.getByRole('article').filter({ hasText: 'Farmers Market' }).first().waitFor();
});

test('a month has a name, its events, and a series once for each of its weeks', async () => {
  const page = await browser.open(`${site.url}/events`);
  await page
    .getByRole('link', { name: /^Events in / })
    .last()
    .click();
  await page.waitForURL(/\/events\?month=\d{4}-\d{2}$/);
  await page.getByRole('heading', { level: 2, name: /^[A-Z][a-z]+ \d{4}$/ }).waitFor();
  const markets = page.getByRole('article').filter({ hasText: 'Farmers Market' });
  await markets.nth(3).waitFor();
  expect(await markets.count()).toBeLessThanOrEqual(6);
});

test('a day of the home page opens that day, an event its page', async () => {
  const page = await browser.open(site.url, { reducedMotion: 'reduce' });
  const widget = page.getByRole('region', { name: 'Upcoming Events' });
  const day = widget.getByRole('cell').getByRole('link').last();
  const target = (await day.getAttribute('href')) ?? '';
  expect(target).toMatch(/^\/events\?day=\d{4}-\d{2}-\d{2}$/);
  const box = await day.boundingBox();
  expect([(box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([true, true]);
  await day.click();
  await page.waitForURL(`**${target}`);
  await page.getByRole('article').first().waitFor();
  await page.goBack();
  const event = widget.getByRole('listitem').getByRole('link').last();
  const name = await event.locator('span').nth(2).innerText();
  await event.click();
  await page.waitForURL(/\/events\/[a-z0-9-]+$/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
});

describe('states', () => {
  test('three placeholders while loading', async () => {
    const page = await browser.open(`${site.url}/contact`);
    const letGo = await holdBack(page, /\/api\/events/);
    await page.getByRole('banner').getByRole('link', { name: 'Events' }).click();
    await page.getByText('Loading events').waitFor({ state: 'attached' });
    expect(await page.locator('[data-placeholder]').count()).toBe(3);
    await letGo();
  });

  test('a failed call says so and can be tried again', async () => {
    const page = await browser.open(`${site.url}/contact`);
    await page.route(/\/api\/events/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('banner').getByRole('link', { name: 'Events' }).click();
    await page.getByText('Failed to fetch events').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').first().waitFor();
  });

  test('made again from the same data it is the same page to who has it, and with other data another', async () => {
    const paths = ['/', '/events', '/directory', '/news'];
    const ask = (path: string, known?: string) =>
      fetch(site.url + path, known === undefined ? {} : { headers: { 'If-None-Match': known } });
    const etags: string[] = [];
    for (const path of paths) etags.push((await ask(path)).headers.get('etag') ?? 'none');
    await site.forgetPages();
    for (const [at, path] of paths.entries()) expect([path, (await ask(path, etags[at])).status]).toEqual([path, 304]);
    await site.db.update(eventOccurrences).set({ location: 'The other hall' });
    await site.forgetPages();
    expect((await ask('/events', etags[1])).status).toBe(200);
  });

  test('nothing is on', async () => {
    await site.db.delete(eventOccurrences);
    await site.forgetPages();
    const page = await browser.open(`${site.url}/events`);
    await page.getByRole('heading', { name: 'No events scheduled' }).waitFor();
    await page.getByText('Check back later for upcoming community events.').waitFor();
    await page.getByText('0 events').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
