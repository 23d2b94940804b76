import { describe, expect, test } from 'vitest';
import { reports } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import {
  accessibilityFaults,
  accessibilityFaultsInBothThemes,
  openBrowser,
  startTestSite,
} from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({ fill: fillListings });
// Calls are made to fail here.
const browser = openBrowser({
  harmless: /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/,
});
const phone = { width: 390, height: 844 };
const bakery = () => `${site.url}/business/oak-bend-bakery`;
const town = () => `${site.city.facts.name}, ${site.city.facts.region}`;

describe('the page of a business', () => {
  test('says who, what and where, and has its contact information as links', async () => {
    const page = await browser.open(bakery());
    const main = page.locator('main');
    await page.getByRole('heading', { level: 1, name: 'Oak Bend Bakery' }).waitFor();
    await main.getByText('Verified', { exact: true }).waitFor();
    await main.getByText('Featured', { exact: true }).waitFor();
    await main.getByText('Premium', { exact: true }).waitFor();
    await main.getByText('12 Live Oak Street, Oak Bend, TX 78299').first().waitFor();
    expect(await page.title()).toBe(`Oak Bend Bakery - Food & Dining | ${town()}`);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(bakery());
    const about = page.getByRole('region', { name: 'About' });
    expect(await about.innerText()).toContain('Sourdough and conchas from six in the morning.');
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await trail.getByRole('link').allInnerTexts()).toEqual(['Home', 'Directory', 'Food & Dining']);

    const contact = page.getByRole('complementary', { name: 'Contact and opening hours' });
    await contact.getByRole('heading', { name: 'Contact Information' }).waitFor();
    const address = async (name: string) => contact.getByRole('link', { name }).getAttribute('href');
    expect(await address('(210) 555-0110')).toBe('tel:+12105550110');
    expect(await address('bread@bakery.example.com')).toBe('mailto:bread@bakery.example.com');
    expect(await address('Visit Website')).toBe('https://bakery.example.com/');
    const map = new URL((await address('View on Map')) ?? '');
    expect(map.searchParams.get('query')).toBe('Oak Bend Bakery, 12 Live Oak Street, Oak Bend, TX 78299');
    expect(await page.getByText('Is this your business?').count()).toBe(0);
  });

  test('fills in what a bare entry lacks, and offers the claim', async () => {
    const page = await browser.open(`${site.url}/business/bare-bones`);
    await page.getByText('No description available for this business.').waitFor();
    await page.getByText(town(), { exact: true }).first().waitFor();
    expect(await page.getByText('Featured', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Opening hours' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Photos' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Claim it' }).getAttribute('href')).toBe(
      '/claim-business?business=bare-bones',
    );
  });

  test('an unknown one', async () => {
    expect((await fetch(`${site.url}/business/nowhere`)).status).toBe(404);
    const page = await browser.open(`${site.url}/business/nowhere`);
    await page.getByRole('heading', { name: 'Business Not Found' }).waitFor();
    const text = "The business you're looking for doesn't exist or may have been removed.";
    await page.getByText(text).waitFor();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go Back' }).click();
    await page.waitForURL('**/directory');
  });

  test('an address with escaped letters is the one it stands for, and a page of its own when unknown', async () => {
    for (const slug of ['%3Cb%3E', '%F0%9F%8C%B3', 'no%20where', 'a%2Fb', '100%25']) {
      const response = await fetch(`${site.url}/business/${slug}`);
      expect(response.status, slug).toBe(404);
      expect(await response.text(), slug).toContain('Business Not Found');
    }
    const known = await fetch(`${site.url}/business/oak%2Dbend-bakery`, { redirect: 'manual' });
    expect(known.status).toBe(301);
    expect(known.headers.get('location')).toBe('/business/oak-bend-bakery');
  });

  test("an unknown one's 'Go Back' leads to the page before, also where that was loaded", async () => {
    const page = await browser.open(`${site.url}/history`);
    await page.goto(`${site.url}/business/nowhere`);
    await page.getByRole('button', { name: 'Go Back' }).click();
    await page.waitForURL('**/history');
  });

  test('a former address leads to the one it has now', async () => {
    const response = await fetch(`${site.url}/business/old-bend-bakery`, { redirect: 'manual' });
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/business/oak-bend-bakery');
  });

  test('loads with a placeholder, and says when the call fails', async () => {
    const page = await browser.open(`${site.url}/directory?search=bakery`);
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/businesses/oak-bend-bakery', async (route) => {
      await waiting;
      await route.abort();
    });
    await page.getByRole('link', { name: 'Oak Bend Bakery' }).click();
    await page.getByText('Loading business').waitFor({ state: 'attached' });
    await expect.poll(() => page.title()).toBe('Loading...');
    go();
    await page.getByText('Failed to fetch business').waitFor();
    await page.unroute('**/api/businesses/oak-bend-bakery');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Oak Bend Bakery' }).waitFor();
  });

  test('others of the category come when the visitor comes near', async () => {
    const page = await browser.open(`${site.url}/business/garage-3`, { viewport: phone });
    await page.locator('footer').scrollIntoViewIfNeeded();
    const others = page.getByRole('region', { name: 'More in Automotive' });
    await others.getByRole('link', { name: 'Garage 00' }).waitFor();
    expect(await others.locator('article').count()).toBe(3);
    expect(await others.getByRole('link', { name: 'Garage 03' }).count()).toBe(0);
  });
});

describe('opening hours', () => {
  /** The city's clock is six hours behind UTC in January. */
  test('say whether it is open, at any time', async () => {
    const page = await browser.open(bakery());
    for (const [instant, text, today] of [
      ['2027-01-04T16:00:00Z', 'Open now · until 5:00 PM', 'Monday'],
      ['2027-01-08T23:30:00Z', 'Closed · opens Saturday 9:00 AM', 'Friday'],
      ['2027-01-10T07:00:00Z', 'Open now · until 2:00 AM', 'Sunday'],
      ['2027-01-10T20:00:00Z', 'Closed · opens Monday 9:00 AM', 'Sunday'],
    ] as const) {
      await page.clock.setFixedTime(new Date(instant));
      await page.reload();
      await page.getByRole('link', { name: text }).waitFor();
      await page.getByRole('complementary').getByText(text).waitFor();
      const row = page.getByRole('row', { name: today });
      await expect.poll(() => row.getAttribute('aria-current')).toBe('date');
    }
  });

  test('mark today where the table is taken over after the time is known', async () => {
    const page = await browser.open(bakery());
    await page.addInitScript(() => {
      const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (message: unknown) {
        setTimeout(() => post.call(this, message), 150);
      };
    });
    await page.clock.setFixedTime(new Date('2027-01-04T16:00:00Z'));
    await page.reload();
    await page.getByRole('complementary').getByText('Open now · until 5:00 PM').waitFor();
    await expect.poll(() => page.getByRole('row', { name: 'Monday' }).getAttribute('aria-current')).toBe('date');
  });

  test('stand in a table, and the stored page says nothing that depends on the time', async () => {
    const page = await browser.open(bakery(), { script: false });
    const rows = await page.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => `${day} 9:00 AM – 5:00 PM`),
      'Saturday 9:00 AM – 12:00 PM 8:00 PM – 2:00 AM',
      'Sunday Closed',
    ]);
    expect(await page.getByText('Open now').count()).toBe(0);
    expect(await page.locator('[aria-current=date]').count()).toBe(0);
    // Without script, a photo is a link to its file.
    const photo = page.getByRole('region', { name: 'Photos' }).getByRole('link', { name: 'The oven' });
    expect(await photo.getAttribute('href')).toBe('/favicon.svg?oven');
  });
});

describe('photos', () => {
  test('logo, photo and gallery; large ones are paged through by keyboard and the focus returns', async () => {
    const page = await browser.open(bakery());
    const photos = page.getByRole('region', { name: 'Photos' });
    expect(await photos.getByRole('img').count()).toBe(4);
    const front = photos.getByRole('link', { name: 'The front in the morning' });
    await front.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    await dialog.getByText('The front in the morning · 3 of 4').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('The oven · 4 of 4').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('Logo of Oak Bend Bakery · 1 of 4').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('The oven · 4 of 4').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(front);
  });
});

describe('sharing', () => {
  test('copies the address and says so where there is no share sheet', async () => {
    const page = await browser.open(bakery());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.getByRole('button', { name: 'Share Business' }).click();
    await page.getByText('Link copied', { exact: true }).first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bakery());
  });

  test("opens the device's share sheet", async () => {
    const page = await browser.open(bakery(), { viewport: phone });
    await page.evaluate(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, 'share', { value: async (what: unknown) => void shared.push(what) });
    });
    await page.locator('.action-bar').getByRole('button', { name: 'Share' }).click();
    const shared = await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
    expect(shared).toEqual([{ title: 'Oak Bend Bakery', url: bakery() }]);
  });
});

describe('reporting', () => {
  test('asks for a reason, checks the address, keeps what was typed, sends and says so', async () => {
    const page = await browser.open(bakery());
    const button = page.getByRole('button', { name: 'Report Issue' });
    const dialog = page.getByRole('dialog', { name: 'Report Issue' });
    // It opens and closes by keyboard.
    await button.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await hasFocus(button);

    await button.click();
    await dialog.getByLabel('What should we know? (optional)').fill('The number is old.');
    await dialog.getByLabel('Your email (optional)').fill('nobody');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Please choose a reason').waitFor();
    await dialog.getByText('Please enter a valid email address').waitFor();
    const first = dialog.getByLabel('It has closed');
    await hasFocus(first);
    expect(await accessibilityFaults(page)).toEqual([]);

    await dialog.getByLabel('Some details are wrong').check();
    await dialog.getByLabel('Your email (optional)').fill('ana@mail.example.com');
    await page.route('**/api/businesses/*/reports', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Your report was not sent.').waitFor();
    await page.unroute('**/api/businesses/*/reports');
    expect(await dialog.getByLabel('What should we know? (optional)').inputValue()).toBe('The number is old.');

    await dialog.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Report sent', { exact: true }).first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const [stored] = await site.db.select().from(reports);
    expect(stored).toMatchObject({
      reason: 'wrong-details',
      text: 'The number is old.',
      email: 'ana@mail.example.com',
    });
  });

  test('is a plain form without script', async () => {
    const page = await browser.open(bakery(), { script: false });
    await page.getByRole('link', { name: 'Report Issue' }).click();
    expect(new URL(page.url()).hash).toBe('#report');
    await page.getByLabel('What should we know? (optional)').fill('It moved away.');
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Please choose a reason').first().waitFor();
    expect(await page.getByLabel('What should we know? (optional)').inputValue()).toBe('It moved away.');
    await page.getByLabel('It has closed').check();
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Thank you. We will look into it.').waitFor();
    const stored = await site.db.select().from(reports);
    expect(stored.map(({ text }) => text)).toContain('It moved away.');
  });
});

test('nothing for axe to find, on a phone and on a wide screen, light and dark', async () => {
  const page = await browser.open(bakery(), { viewport: phone });
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
});
