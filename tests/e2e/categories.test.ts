/** Staff give categories the town's own words, add and hide them: pages follow at once, nonsense is refused, what is typed is kept, and all goes back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { categories } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
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
  await visitor.getByRole('region', { name: 'Discover' }).getByRole('link', { name: 'Eat & Drink' }).waitFor();
  await goTo(visitor, '/category/food-dining');
  await visitor.getByRole('heading', { level: 1, name: 'Eat & Drink' }).waitFor();

  await food.getByRole('button', { name: 'The original words: Food & Dining' }).click();
  expect(await food.getByLabel('Name').inputValue()).toBe('Food & Dining');
  await page.getByRole('button', { name: 'Back to the original' }).click();
  await page.getByText('As it came with the site').waitFor();
  await goTo(visitor, '/');
  await expect.poll(() => names(visitor)).toEqual(before);
  await page.getByRole('button', { name: 'Back to how it was then' }).click();
  await page.getByText('Back to how it was then').first().waitFor();
  await expect.poll(() => food.getByLabel('Name').inputValue()).toBe('Eat & Drink');
  await goTo(visitor, '/');
  await expect.poll(() => names(visitor)).toEqual(['Shopping', 'Eat & Drink', ...before.slice(2)]);
});

test('a category is added and one is hidden; a reload keeps what is typed, and hiding one with listings asks first', async () => {
  const stella = await aUser(site.db, { role: 'staff' });
  const rows = await site.db.select().from(categories);
  const pets = found(
    rows.find(({ slug }) => slug === 'pet-services'),
    'the category',
  );
  await aBusiness(site.db, { name: 'Paws', slug: 'paws', categoryId: pets.id, status: 'approved' });
  const page = await openAs({ site, browser }, stella, '/staff/categories', { viewport: { width: 820, height: 1000 } });
  await page.getByRole('button', { name: 'Add a category' }).click();
  const added = page.getByRole('group', { name: 'New category' });
  await added.getByLabel('Name').fill('Crafts <3');
  await page.getByRole('group', { name: 'Crafts <3' }).getByLabel('Drawing').selectOption('shopping');
  await page.getByText('As visitors see it').click();
  expect((await names(page)).at(-1)).toBe('Crafts <3');

  // The browser asks before a page with something unsaved is closed, and keeps it.
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reloaded;
  await page.getByText('What you typed is still here.').waitFor();
  const crafts = page.getByRole('group', { name: 'Crafts <3' });
  expect(await crafts.getByLabel('Drawing').inputValue()).toBe('shopping');

  await page.getByLabel('Hide Pet Services').check();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const ask = page.getByRole('alert').filter({ hasText: 'Pet Services (1 listing)' });
  await ask.getByText('Its listings keep it').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await ask.getByRole('button', { name: 'Hide and save' }).click();
  await page.getByText('Pet Services, hidden: no →').waitFor();
  expect(await page.getByText('What you typed is still here').count()).toBe(0);

  const visitor = await browser.open(`${site.url}/`);
  await expect.poll(() => names(visitor)).toContain('Crafts <3');
  expect(await names(visitor)).not.toContain('Pet Services');
  await visitor.locator('.category-card', { hasText: 'Crafts <3' }).click();
  await visitor.waitForURL('**/category/crafts-3');
  await visitor.getByText('No businesses found in Crafts <3').waitFor();
  // Its address still leads to the listings in it.
  await goTo(visitor, '/category/pet-services');
  await visitor.getByRole('link', { name: 'Paws' }).first().waitFor();
  expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  await goTo(visitor, '/directory');
  expect(await visitor.getByLabel('Category').locator('option').allInnerTexts()).not.toContain('Pet Services');

  await page.getByRole('group', { name: 'Crafts <3' }).getByRole('button', { name: 'Remove Crafts <3' }).click();
  await page.getByLabel('Hide Pet Services').uncheck();
  await save.click();
  await page.getByText('Crafts <3: removed').waitFor();
  await goTo(visitor, '/');
  await expect.poll(() => names(visitor)).toContain('Pet Services');
});
