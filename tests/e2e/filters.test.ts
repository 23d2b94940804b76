import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({
  fill: async (db, city) => {
    await fillListings(db);
    const { latitude, longitude } = city.facts.center;
    const set = (name: string, values: Partial<typeof businesses.$inferInsert>) =>
      db.update(businesses).set(values).where(eq(businesses.name, name));
    const near = { latitude: latitude + 0.005, longitude };
    await set('Oak Bend Bakery', { ...near, properties: ['takeout', 'parking', 'accepts-cards'] });
    await set('Silver Comb Salon', { latitude: latitude + 0.05, longitude, properties: ['parking', 'by-appointment'] });
  },
});
const browser = openBrowser();
const phone = { width: 390, height: 844 };
const cards = 'main article.business-card';
const count = (number: number) => (number === 1 ? '1 result' : `${number} results`);

describe('filters on a phone', () => {
  test('open as a sheet; each choice is in the address, and a chip takes it off', async () => {
    const page = await browser.open(`${site.url}/directory`, { viewport: phone });
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('complementary', { name: 'Filters' });
    expect(await sheet.getByRole('link', { name: 'Clear all' }).count()).toBe(0);
    // The cross and Escape close it, and the focus is where it was.
    const opener = page.getByRole('button', { name: 'Filters', exact: true });
    await sheet.getByRole('button', { name: 'Close filters' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await hasFocus(opener);
    await opener.press('Enter');
    await sheet.getByLabel('Parking').focus();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await hasFocus(opener);
    await opener.click();
    await sheet.getByLabel('Parking').check();
    await page.waitForURL('**/directory?properties=parking');
    await sheet.getByRole('link', { name: 'Clear all' }).waitFor();
    await sheet.getByLabel('Takes cards').check();
    await page.waitForURL(/properties=parking%2Caccepts-cards/);
    await sheet.getByRole('button', { name: 'Show results' }).click();
    await page.getByText(count(1), { exact: true }).waitFor();
    expect(await page.locator(cards).allInnerTexts()).toHaveLength(1);
    await page.getByRole('button', { name: 'Filters (2)' }).waitFor();

    await page.getByRole('link', { name: 'Remove Takes cards' }).click();
    await page.getByText(count(2), { exact: true }).waitFor();
    await page.goBack();
    await page.getByText(count(1), { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.waitForURL(`${site.url}/directory`);
    await page.getByText('40 results', { exact: true }).waitFor();
  });

  test('are free of faults that axe finds, with the sheet open, in both themes', async () => {
    const page = await browser.open(`${site.url}/directory?open=saturday&properties=parking`, { viewport: phone });
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'Show results' }).waitFor();
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  });

  test('leave room for two results on the first screen', async () => {
    const page = await browser.open(`${site.url}/directory?search=garage`, { viewport: phone });
    const second = await page.locator(`${cards} .card-link`).nth(1).boundingBox();
    expect(second?.y).toBeLessThan(phone.height - 100);
  });
});

test('nearest first: the position is asked for on the click, rounded, and kept in the address', async () => {
  const page = await browser.open(`${site.url}/category/food-dining`, { viewport: phone });
  const { latitude, longitude } = site.city.facts.center;
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: latitude + 0.0001234, longitude: longitude - 0.0001234 });
  await page.getByRole('button', { name: 'Near me' }).click();
  await page.waitForURL(/near=/);
  const given = new URL(page.url()).searchParams;
  expect(given.get('near')).toMatch(/^-?\d+\.\d{3},-?\d+\.\d{3}$/);
  expect(given.get('sort')).toBe('distance');
  await page.getByText('0.3 mi').waitFor();
  // An answer that depends on where one visitor is must not be stored for others.
  const answer = await fetch(page.url());
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('where the browser keeps its position to itself, distances are from the center', async () => {
  const page = await browser.open(`${site.url}/directory`, { viewport: phone });
  await page.context().clearPermissions();
  await page.getByRole('button', { name: 'Near me' }).click();
  await page.waitForURL(/near=center&sort=distance/);
  expect(await page.locator(`${cards} h3`).first().innerText()).toBe('Oak Bend Bakery');
});

describe('without script', () => {
  test('the sheet opens, its form is sent, and several properties count together', async () => {
    const page = await browser.open(`${site.url}/directory`, { viewport: phone, script: false });
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('complementary', { name: 'Filters' });
    await sheet.getByLabel('Parking').check();
    await sheet.getByLabel('Takes cards').check();
    await sheet.getByRole('button', { name: 'Show results' }).click();
    await page.getByText(count(1), { exact: true }).waitFor();
    await page.getByText('Oak Bend Bakery').waitFor();
    await page.getByRole('link', { name: 'Remove Takes cards' }).click();
    await page.getByText(count(2), { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Nearest' }).click();
    expect(await page.locator(`${cards} h3`).allInnerTexts()).toEqual(['Oak Bend Bakery', 'Silver Comb Salon']);
    await page.getByText('0.3 mi').waitFor();
  });

  test('a day and an hour are chosen together', async () => {
    const page = await browser.open(`${site.url}/directory`, { script: false });
    await page.getByLabel('Open', { exact: true }).selectOption('saturday');
    await page.getByLabel('At', { exact: true }).selectOption('10:00');
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.getByRole('link', { name: 'Remove Open Saturday at 10 AM' }).waitFor();
    await page.getByText('Oak Bend Bakery').waitFor();
  });
});

test('beside the list on a large screen each choice takes effect at once and keeps the focus', async () => {
  const page = await browser.open(`${site.url}/directory`, { viewport: { width: 1440, height: 1000 } });
  const box = page.getByRole('checkbox', { name: 'Parking' });
  await box.check();
  await page.getByText(count(2), { exact: true }).waitFor();
  await hasFocus(box);
  expect(await box.isChecked()).toBe(true);
  // The first select of the page is the category's.
  expect(await page.locator('select').first().getAttribute('name')).toBe('category');
});

test('a card says when it closes, and goes on saying what is true', async () => {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const hours = Object.fromEntries(days.map((day) => [day, [['00:00', '24:00']]]));
  await site.db.update(businesses).set({ hours }).where(eq(businesses.name, 'Silver Comb Salon'));
  await site.forgetPages();
  const html = await (await fetch(`${site.url}/directory?search=silver%20comb`)).text();
  expect(html).toContain('Open 24 hours');
  const page = await browser.open(`${site.url}/directory?search=oak%20bend%20bakery`);
  const state = page.locator(`${cards} .card-open`).first();
  // Friday, 4:59 PM and 5 PM in the city.
  await page.clock.setFixedTime(new Date('2026-11-20T22:59:00Z'));
  await expect.poll(() => state.innerText(), { timeout: 15_000 }).toBe('Open · closes 5 PM');
  await page.clock.setFixedTime(new Date('2026-11-20T23:00:00Z'));
  await expect.poll(() => state.innerText(), { timeout: 15_000 }).toBe('Opens Sat 9 AM');
});

test('another search keeps what was chosen, with script and without', async () => {
  for (const script of [true, false]) {
    const page = await browser.open(`${site.url}/directory?properties=parking&sort=name`, { script });
    await page.getByRole('searchbox').first().fill('bakery');
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/search=bakery/);
    const given = new URL(page.url()).searchParams;
    expect([given.get('properties'), given.get('sort')]).toEqual(['parking', 'name']);
    await page.getByRole('link', { name: 'Remove Parking' }).waitFor();
  }
});

test('a tap on the telephone number of a card counts for its business', async () => {
  const page = await browser.open(`${site.url}/directory?search=bakery`, { viewport: phone });
  const call = page.locator(`${cards} .card-call`).first();
  await page.evaluate(() => {
    const sent: string[] = [];
    Object.assign(window, { sent });
    navigator.sendBeacon = (address) => sent.push(String(address)) > 0;
    // A telephone program would open.
    document.addEventListener('click', (event) => event.preventDefault());
  });
  // The page begins to count when it is idle.
  await expect
    .poll(
      async () => {
        await call.click();
        return page.evaluate(() => (window as unknown as { sent: string[] }).sent.at(-1));
      },
      { timeout: 10_000 },
    )
    .toMatch(/^\/api\/businesses\/[0-9a-f-]{36}\/counts$/);
});
