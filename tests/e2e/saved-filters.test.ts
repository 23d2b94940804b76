/** Staff name a search of a list, come back to it by one click, and let it go. On a phone and on a wide screen, by keyboard. */
import { expect, test } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test.each([390, 1440])('a search is kept, used and forgotten, %i px wide', async (width) => {
  const stella = await aUser(site.db, { role: 'staff' });
  const [hidden, shown] = [
    await aBusiness(site.db, { name: `Hidden Bakery ${width}`, status: 'hidden' }),
    await aBusiness(site.db, { name: `Open Bakery ${width}` }),
  ];
  const page = await openAs({ site, browser }, stella, '/staff/businesses', { viewport: { width, height: 900 } });
  const row = (name: string) => page.getByRole('link', { name, exact: true });
  await row(shown.name).waitFor();
  // Nothing to keep as long as nothing is searched for.
  expect(await page.getByRole('button', { name: 'Save this search' }).count()).toBe(0);
  await page.getByLabel('Name, address, phone, email or website').fill(`Bakery ${width}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Hidden', exact: true }).click();
  await row(shown.name).waitFor({ state: 'detached' });
  await row(hidden.name).waitFor();
  await page.getByRole('button', { name: 'Save this search' }).click();
  const form = page.getByRole('form', { name: 'Save this search' });
  await hasFocus(form.getByLabel('Its name'));
  await page.keyboard.type('Bakeries to look at');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const saved = page.getByRole('list', { name: 'Saved searches' });
  const link = saved.getByRole('link', { name: 'Bakeries to look at' });
  await link.waitFor();
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await page.getByRole('button', { name: 'Save this search' }).count()).toBe(0);

  await goTo(page, '/staff/businesses');
  await row(shown.name).waitFor();
  expect(await link.getAttribute('aria-current')).toBe(null);
  await link.focus();
  await page.keyboard.press('Enter');
  await row(shown.name).waitFor({ state: 'detached' });
  await row(hidden.name).waitFor();
  expect(await page.getByLabel('Name, address, phone, email or website').inputValue()).toBe(`Bakery ${width}`);
  expect(new URL(page.url()).searchParams.get('status')).toBe('hidden');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  // It belongs to this person and this list.
  await goTo(page, '/staff/people');
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  expect(await saved.count()).toBe(0);
  const sam = await openAs({ site, browser }, 'staff', '/staff/businesses');
  await sam.getByRole('link', { name: shown.name, exact: true }).waitFor();
  expect(await sam.getByRole('list', { name: 'Saved searches' }).count()).toBe(0);

  await goTo(page, '/staff/businesses');
  await saved.getByRole('button', { name: 'Forget Bakeries to look at' }).click();
  await saved.waitFor({ state: 'detached' });
  await page.reload();
  await row(shown.name).waitFor();
  expect(await saved.count()).toBe(0);
});
