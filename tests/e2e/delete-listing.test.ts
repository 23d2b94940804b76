/** An administrator deletes a listing for good, and finds the examples that are left; others see no such button. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses, recommendations, sampleRows } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('says what to do first, what goes, asks for the name, and is done', async () => {
  const { id } = await aBusiness(site.db, { name: 'Fig & Ladder', slug: 'fig-ladder' });
  const ada = { name: 'Ada', email: 'ada@mail.example.com', text: 'Good figs' };
  await site.db.insert(recommendations).values({ businessId: id, status: 'shown', confirmedAt: new Date(), ...ada });
  // An example that somebody has changed: its mark knows another version.
  await site.db.insert(sampleRows).values({ kind: 'business', rowId: id, content: { version: 0 } });
  const page = await openAs({ site, browser }, 'staff', '/staff/settings', { viewport: { width: 390, height: 844 } });
  await page.getByText('What people have touched is left').waitFor();
  expect(await page.getByRole('button', { name: 'Remove made-up content' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Fig & Ladder' }).click();

  const begin = page.getByRole('button', { name: 'Delete for good' });
  await begin.click();
  await page.getByText('It is in the directory. Hide it first.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await begin.evaluate((one) => one === document.activeElement)).toBe(true);
  await site.db.update(businesses).set({ status: 'hidden' }).where(eq(businesses.id, id));
  await goTo(page, `/staff/businesses/${id}`);

  await begin.click();
  await page.getByText('1 recommendation').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const name = page.getByLabel('Type the name of the business');
  await name.fill('Fig');
  await begin.click();
  await page.locator('[id$="-error"]', { hasText: 'Please type: Fig & Ladder' }).waitFor();
  await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
  await name.fill('fig & ladder');
  await page.keyboard.press('Enter');
  await toast(page, 'Fig & Ladder is deleted');
  await page.waitForURL('**/staff/businesses');
  expect(await site.db.$count(businesses, eq(businesses.id, id))).toBe(0);
  await goTo(page, '/staff/settings');
  await page.getByRole('heading', { name: 'Check-up' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Made-up content' }).count()).toBe(0);
});

test('the list is exported as it is filtered', async () => {
  await aBusiness(site.db, { name: 'Oak Café', status: 'hidden' });
  const page = await openAs({ site, browser }, 'staff', '/staff/businesses?status=hidden');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^businesses-[\d-]{10}\.csv$/);
  for (const [path, count] of [
    ['/staff/events', 1],
    ['/staff/events?state=suggestions', 0],
    ['/staff/orders', 1],
    ['/staff/billing', 3],
  ] as const) {
    await goTo(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Export/ }).count()).toBe(count);
  }
});
