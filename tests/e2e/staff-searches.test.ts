import { expect, test } from 'vitest';
import { searchMisses } from '#server/db/schema/index.ts';
import { dayOf } from '#shared/dates.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

let session = '';
const site = startTestSite({
  fill: async (db, city) => {
    await fillListings(db);
    session = await aSession(db, (await aUser(db, { role: 'staff' })).id);
    const day = dayOf(new Date(), city.facts.timeZone);
    await db.insert(searchMisses).values([
      { term: 'zimmeldon', day, count: 12 },
      { term: 'a rather long question that nobody could answer', day, count: 1 },
    ]);
  },
});
const browser = openBrowser();

test.each([390, 1440])('staff teach the search what people mean, %i px wide', async (width) => {
  const word = width === 390 ? 'quorvex' : 'brimfolt';
  const page = await browser.open(`${site.url}/staff/searches`, { viewport: { width, height: 900 }, session });
  await page.getByRole('heading', { name: 'Searched in vain' }).waitFor();
  await page.getByText('12 times').waitFor();
  const menu = page.getByRole('navigation', { name: 'Staff' });
  expect(await menu.locator('[aria-current=page]').textContent()).toBe('Searches');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);

  const own = page.getByRole('region', { name: 'Synonyms' });
  await own.getByLabel('People type').fill(word);
  await own.getByLabel('It means').fill('bakery');
  await own.getByRole('button', { name: 'Add' }).click();
  await own.getByRole('button', { name: `Edit ${word}` }).waitFor();
  const found = async () => {
    const response = await fetch(`${site.url}/api/businesses?search=${word}`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };
  await expect.poll(found).toEqual(['Oak Bend Bakery']);

  await own.getByRole('button', { name: `Edit ${word}` }).click();
  await own.getByLabel('It means').last().fill('Legal Services');
  await own.getByRole('button', { name: 'Save' }).click();
  await own
    .getByRole('listitem')
    .filter({ hasText: `${word} means Legal Services` })
    .waitFor();
  await expect.poll(found).toEqual(['Never Loaded Law']);

  await own.getByRole('listitem').filter({ hasText: word }).getByRole('button', { name: 'Remove' }).click();
  await own.getByRole('button', { name: 'Remove synonym' }).click();
  await own.getByRole('button', { name: `Edit ${word}` }).waitFor({ state: 'detached' });
  await expect.poll(found).toEqual([]);
});

test('one click beside a missed search gives it a meaning, and the row says so', async () => {
  const page = await browser.open(`${site.url}/staff/searches`, { viewport: { width: 390, height: 844 }, session });
  const row = page.getByRole('listitem').filter({ hasText: '12 times' });
  await row.getByRole('button', { name: 'Add synonym for zimmeldon' }).click();
  const field = row.getByLabel('“zimmeldon” means');
  await hasFocus(field);
  await row.getByRole('button', { name: 'Add', exact: true }).click();
  await row.getByText('Please enter a word').waitFor();
  await field.fill('Automotive');
  await field.press('Enter');
  await row.getByText('Means “Automotive” now').waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.waitForURL('**/staff/searches?days=7');
  expect(await row.innerText()).toContain('12 times');
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/searches-390.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/searches-1440.png` });
  }
});
