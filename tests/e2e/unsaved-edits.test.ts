/** An owner who leaves the edit form without saving reads on the dashboard that nothing was saved, and goes on from there. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { field, startOwnerSite } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite();

test.each([390, 820, 1440])('the dashboard tells of edits that are not saved, %i px wide', async (width) => {
  const { id } = await own.mine();
  await own.mine({ name: 'Oak Bakery' });
  const stored = async () => (await own.site.db.select().from(businesses).where(eq(businesses.id, id)))[0]?.phone;
  const page = await own.open('/dashboard', { viewport: { width, height: 900 } });
  const line = page.getByText('Your last changes are not saved.');
  const dashboard = async () => {
    await page
      .getByRole('link', { name: /^(Back to )?Dashboard$/ })
      .first()
      .click();
    await page.getByRole('article', { name: 'Oak Bakery' }).waitFor();
  };
  await page.getByRole('link', { name: 'Edit Fig & Ladder' }).click();
  await field(page, 'Phone').waitFor();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('article', { name: 'Oak Bakery' }).waitFor();
  expect(await line.count()).toBe(0);

  await page.getByRole('link', { name: 'Edit Fig & Ladder' }).click();
  await field(page, 'Phone').fill('210-555-0177');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('article', { name: 'Fig & Ladder' }).locator(line).waitFor();
  expect([await line.count(), await stored()]).toEqual([1, '210-555-0142']);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await page.getByRole('link', { name: 'Go on editing Fig & Ladder' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Welcome back: what you typed is still here.').waitFor();
  await page.getByText('It is not saved yet.').waitFor();
  expect(await field(page, 'Phone').inputValue()).toBe('210-555-0177');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await dashboard();
  expect(await line.count()).toBe(0);

  await page.getByRole('link', { name: 'Edit Fig & Ladder' }).click();
  await field(page, 'Phone').fill('210-555-0188');
  await page.getByRole('button', { name: /^(Save|Update)/ }).click();
  await page.getByRole('article', { name: 'Oak Bakery' }).waitFor();
  expect([await line.count(), await stored()]).toEqual([0, '210-555-0188']);
});
