/** Staff change what listings may have: it is renamed, hidden after a question, found again, added to, and goes back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({
  fill: async (db) => {
    await aBusiness(db, { slug: 'fig', name: 'Fig & Ladder', status: 'approved', properties: ['wifi'] });
  },
});
const browser = openBrowser();

const noSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const good = (page: Page) => page.getByRole('region', { name: 'Good to know' });

test('a property is renamed, hidden, shown again and added, and all goes back to the pack', async () => {
  const stella = await aUser(site.db, { role: 'staff', username: 'stella' });
  const visitor = await browser.open(`${site.url}/business/fig`);
  const name = (await good(visitor).getByRole('listitem').textContent())?.trim() ?? '';
  const page = await openAs({ site, browser }, stella, '/staff/settings', { viewport: { width: 1440, height: 1000 } });
  await page.getByRole('link', { name: 'Properties' }).click();
  const row = page.getByRole('form', { name: 'Properties' }).getByRole('listitem').filter({ hasText: '1 listing' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await row.getByText(`Change ${name}`).click();
  await row.getByLabel('Name').fill('Free internet');
  await save.click();
  await page.getByText('Saved. It shows on every page').first().waitFor();
  await page.getByText(`Name: ${name} →`).waitFor();
  await goTo(visitor, '/business/fig');
  await good(visitor).getByText('Free internet').waitFor();

  await row.getByLabel('Hide it').check();
  await save.click();
  await page.getByText('Free internet (1 listing):').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Not now' }).click();
  await save.click();
  // The question has the focus.
  await page.keyboard.press('Enter');
  await page.getByText('Free internet, hidden: no →').waitFor();
  await goTo(visitor, '/business/fig');
  expect(await good(visitor).count()).toBe(0);

  await page.getByRole('button', { name: 'Back to how it was then' }).click();
  await page.getByText('Free internet, hidden: yes →').waitFor();
  await goTo(visitor, '/business/fig');
  await good(visitor).getByText('Free internet').waitFor();

  await page.getByRole('button', { name: 'Add a property' }).click();
  const added = page
    .getByRole('form', { name: 'Properties' })
    .getByRole('listitem')
    .filter({ hasText: 'New property' });
  await save.click();
  await page.getByText('Please fill this in').waitFor();
  await added.getByLabel('Name').fill('Sauna');
  await save.click();
  await page.getByText('Sauna: added').waitFor();
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await noSidewaysScroll(page)).toBe(true);
  }
  await goTo(visitor, '/directory?properties=sauna');
  await visitor.getByText('Sauna').first().waitFor();

  await page.getByRole('button', { name: 'Back to the original' }).click();
  await page.getByText('As it came with the site').waitFor();
  await goTo(visitor, '/business/fig');
  await good(visitor).getByText(name).waitFor();
});
