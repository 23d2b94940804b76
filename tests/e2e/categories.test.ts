/** Staff give categories the town's own words: pages follow at once, a nonsense name is refused, and all goes back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aUser } from '#tests/factories/a-user.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const noSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const names = (page: Page) => page.locator('.category-card .category-name').allTextContents();

test('the words and the order of categories change on every page, and go back', async () => {
  const stella = await aUser(site.db, { role: 'staff', username: 'stella' });
  const visitor = await browser.open(site.url);
  const before = await names(visitor);
  expect(before.slice(0, 2)).toEqual(['Food & Dining', 'Shopping']);

  const page = await openAs({ site, browser }, stella, '/staff/settings', { viewport: { width: 1440, height: 1000 } });
  await page.getByRole('link', { name: 'Categories' }).first().click();
  const food = page.getByRole('group').filter({ hasText: '/category/food-dining' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await food.getByLabel('Name').fill('Shopping');
  await save.click();
  // The later one of two equal names is marked.
  await page.getByText('Another one has this name').waitFor();
  await food.getByLabel('Name').fill('Eat & Drink');
  await food.getByLabel('Description').fill('');
  // The keyboard moves it, too.
  await food.getByRole('button', { name: 'Move Eat & Drink down' }).press('Enter');
  await save.click();
  await page.getByText('Saved. It shows on every page').first().waitFor();
  await page.getByText('Name: Food & Dining →').waitFor();
  await page.getByText('Another order').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await noSidewaysScroll(page)).toBe(true);
  }

  await goTo(visitor, '/');
  await expect.poll(() => names(visitor)).toEqual(['Shopping', 'Eat & Drink', ...before.slice(2)]);
  await goTo(visitor, '/category/food-dining');
  await visitor.getByRole('heading', { level: 1, name: 'Eat & Drink' }).waitFor();

  await food.getByRole('button', { name: 'The pack’s words: Food & Dining' }).click();
  expect(await food.getByLabel('Name').inputValue()).toBe('Food & Dining');
  await page.getByRole('button', { name: 'Back to the city pack' }).click();
  await page.getByText('As in the city pack').waitFor();
  await goTo(visitor, '/');
  await expect.poll(() => names(visitor)).toEqual(before);
  await page.getByRole('button', { name: 'Back to how it was then' }).click();
  await page.getByText('Back to how it was then').first().waitFor();
  await expect.poll(() => food.getByLabel('Name').inputValue()).toBe('Eat & Drink');
  await goTo(visitor, '/');
  await expect.poll(() => names(visitor)).toEqual(['Shopping', 'Eat & Drink', ...before.slice(2)]);
});
