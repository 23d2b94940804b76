/** Saving without an account: hearts on cards and pages, the page with the list, and an address that shares it. */
import { expect, test } from 'vitest';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({ fill: (db) => fillListings(db) });
const browser = openBrowser();

test.each([
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1440, height: 900 }],
])('on %s: saved on a card and on a page, found again, shared', async (_, viewport) => {
  const page = await browser.open(`${site.url}/directory?search=garage`, { viewport });
  const heart = page.getByRole('button', { name: 'Save Garage 00' });
  expect(await heart.getAttribute('aria-pressed')).toBe('false');
  expect((await heart.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await heart.press('Enter');
  expect(await heart.getAttribute('aria-pressed')).toBe('true');
  expect(new URL(page.url()).pathname).toBe('/directory');

  // Another tab of the same browser.
  const other = await page.context().newPage();
  await other.goto(`${site.url}/business/oak-bend-bakery`);
  const saving = other.getByRole('button', { name: 'Save', exact: true });
  expect(await saving.getAttribute('aria-pressed')).toBe('false');
  await saving.click();
  const saved = other.getByRole('button', { name: 'Saved', exact: true });
  expect(await saved.getAttribute('aria-pressed')).toBe('true');
  // On a phone the bar at the bottom has it, in reach of the thumb.
  expect(await other.locator('.action-bar').getByRole('button', { name: 'Saved' }).count()).toBe(
    viewport.width < 1024 ? 1 : 0,
  );
  await other.goto(`${site.url}/directory?search=bakery`);
  const bakery = other.getByRole('button', { name: 'Save Oak Bend Bakery' });
  await expect.poll(() => bakery.getAttribute('aria-pressed')).toBe('true');

  await page.goto(`${site.url}/saved`);
  const names = page.locator('main article h3');
  await expect.poll(() => names.allInnerTexts()).toEqual(['Oak Bend Bakery', 'Garage 00']);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  // Removed in one tab, the listing disappears in the other tab.
  await bakery.click();
  await expect.poll(() => names.allInnerTexts()).toEqual(['Garage 00']);
  await bakery.click();
  await expect.poll(() => names.allInnerTexts()).toEqual(['Oak Bend Bakery', 'Garage 00']);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.getByRole('button', { name: 'Share this list' }).click();
  await page.getByText('Link copied', { exact: true }).first().waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(`${site.url}/saved?list=oak-bend-bakery,garage-0`);

  const friend = await browser.open(address, { viewport });
  await friend.getByRole('heading', { level: 1, name: 'A shared list' }).waitFor();
  expect(await accessibilityFaultsInBothThemes(friend)).toEqual([]);
  await friend.getByRole('button', { name: 'Save all' }).click();
  await friend.getByRole('link', { name: 'Your own list' }).click();
  await friend.getByRole('heading', { level: 1, name: 'Saved businesses' }).waitFor();
  await expect.poll(() => friend.locator('main article').count()).toBe(2);
});

test('a business that was taken off the list by a slip goes back to its place', async () => {
  const page = await browser.open(`${site.url}/directory`, { viewport: { width: 390, height: 844 } });
  const saved = () => page.evaluate(() => localStorage.getItem('saved-businesses'));
  await page.getByRole('button', { name: 'Save Garage 00' }).click();
  await page.getByRole('button', { name: 'Save Garage 01' }).click();
  const before = await saved();
  await page.getByRole('button', { name: 'Save Garage 00' }).click();
  await page.getByText('Taken off your list', { exact: true }).waitFor();
  expect(await saved()).not.toBe(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(saved).toBe(before);
});

test('an empty list says what to do, and a broken one on the device is empty', async () => {
  const page = await browser.open(`${site.url}/saved`);
  await page.getByText('Tap the heart on any business').waitFor();
  await page.evaluate(() => localStorage.setItem('saved-businesses', '{"not": ["a", "list"'));
  await page.reload();
  await page.getByText('Tap the heart on any business').waitFor();
});

test('without script a shared list is there, and no heart', async () => {
  const page = await browser.open(`${site.url}/saved?list=garage-0,bare-bones,%3Cscript%3E`, { script: false });
  expect(await page.locator('main article h3').allInnerTexts()).toEqual(['Garage 00', 'Bare Bones']);
  expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
  const response = await fetch(`${site.url}/business/garage-0`);
  // Looks for the class on an element, because the styles inside the page name it as well.
  expect(await response.text()).not.toMatch(/class="[^"]*card-heart/);
});

test('a full list says so', async () => {
  const page = await browser.open(`${site.url}/directory?search=garage`);
  await page.evaluate(() => {
    localStorage.setItem('saved-businesses', JSON.stringify(Array.from({ length: 60 }, (_, n) => `shop-${n}`)));
  });
  await page.reload();
  await page.getByRole('button', { name: 'Save Garage 00' }).click();
  await page.getByText('Your list is full').first().waitFor();
});

test('the list is in the menu of a phone, and in the header of a wide screen while something is saved', async () => {
  const phone = await browser.open(`${site.url}/business/oak-bend-bakery`, { viewport: { width: 320, height: 700 } });
  const bar = phone.locator('.action-bar');
  for (const name of ['Call', 'Directions', 'Website'])
    expect(await bar.getByRole('link', { name }).isVisible()).toBe(true);
  expect(await bar.getByRole('button', { name: 'Share' }).isVisible()).toBe(true);
  await bar.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await phone.getByText('Menu', { exact: true }).click();
  await phone.getByRole('banner').getByRole('link', { name: 'Saved businesses' }).click();
  await phone.locator('main article h3', { hasText: 'Oak Bend Bakery' }).waitFor();

  const wide = await browser.open(`${site.url}/business/oak-bend-bakery`, { viewport: { width: 1440, height: 900 } });
  const inHeader = wide.getByRole('banner').getByRole('link', { name: 'Saved businesses' });
  await wide.getByRole('button', { name: 'Save', exact: true }).waitFor();
  expect(await inHeader.isVisible()).toBe(false);
  await wide.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await inHeader.isVisible()).toBe(true);
  await wide.reload();
  await inHeader.click();
  await wide.locator('main article h3', { hasText: 'Oak Bend Bakery' }).waitFor();
  await wide.getByRole('button', { name: 'Save Oak Bend Bakery' }).click();
  expect(await inHeader.isVisible()).toBe(false);
});
