/** The opening hours of the owner's form: the next day is said, clashes are refused, and the wide buttons can be undone. */
import { expect, test } from 'vitest';
import { hasFocus } from '#tests/support/has-focus.ts';
import { startOwnerSite } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite();

test('says at the field that hours end on the next day, and refuses those that run into the next opening', async () => {
  const { id } = await own.mine();
  const page = await own.open(`/edit-business/${id}`);
  await page.getByRole('button', { name: 'Add opening hours' }).click();
  const closes = page.getByLabel('Monday: closes');
  const said = () =>
    closes.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((name) => document.getElementById(name)?.textContent ?? ''),
    );
  await page.getByLabel('Monday: opens').fill('18:00');
  await closes.fill('09:00');
  await expect.poll(said).toEqual(['Closes Tuesday at 9:00 AM, the next day']);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('hours.mon');
  expect(await said()).toContain("Monday's hours run into Tuesday's. Did you mean 9:00 AM to 6:00 PM?");
  await page.getByLabel('Monday: opens').fill('09:00');
  await closes.fill('18:00');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/dashboard');
});

test('a closing in the morning that was meant for the evening is asked about, and mended in one click', async () => {
  const { id } = await own.mine();
  const page = await own.open(`/edit-business/${id}`);
  await page.getByRole('button', { name: 'Add opening hours' }).click();
  await hasFocus(page.getByRole('checkbox', { name: 'Monday' }));
  await page.getByLabel('Monday: closes').fill('05:00');
  await page.getByText('Closes Tuesday at 5:00 AM, the next day. Did you mean 5:00 PM?').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, 5:00 PM on Monday' }).click();
  await expect.poll(() => page.getByLabel('Monday: closes').inputValue()).toBe('17:00');
  expect(await page.getByText('the next day').count()).toBe(0);
  await hasFocus(page.getByLabel('Monday: closes'));

  await page.getByRole('button', { name: 'Add more hours on Monday' }).press('Enter');
  await hasFocus(page.getByLabel('Monday: opens again (2)'));
  await page.getByRole('button', { name: 'Add more hours on Monday' }).press('Enter');
  await hasFocus(page.getByLabel('Monday: opens again (3)'));
  const remove = page.getByRole('button', { name: 'Remove these hours of Monday' });
  await remove.first().press('Enter');
  await hasFocus(remove);
  await remove.press('Enter');
  await hasFocus(page.getByLabel('Monday: closes'));
});

test("hours: what a closed Monday and 'Remove opening hours' would take away comes back", async () => {
  const { id } = await own.mine({ hours: { tue: [['10:00', '18:00']], sat: [['09:00', '12:00']] } });
  const page = await own.open(`/edit-business/${id}`);
  const forAll = page.getByRole('button', { name: "Monday's hours for Monday to Friday" });
  const undo = page.getByRole('button', { name: 'Undo' });
  const opens = (day: string) => page.getByLabel(`${day}: opens`, { exact: true });
  await expect.poll(() => opens('Tuesday').inputValue()).toBe('10:00');
  expect(await forAll.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Monday' }).check();
  await forAll.click();
  await expect.poll(() => opens('Tuesday').inputValue()).toBe('09:00');
  expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await undo.press('Enter');
  await expect.poll(() => opens('Tuesday').inputValue()).toBe('10:00');
  expect([await opens('Wednesday').count(), await undo.count()]).toEqual([0, 0]);
  await hasFocus(forAll);
  await page.getByRole('button', { name: 'Remove opening hours' }).click();
  await undo.click();
  await expect.poll(() => opens('Saturday').inputValue()).toBe('09:00');
  await hasFocus(page.getByRole('button', { name: 'Remove opening hours' }));
  // An undo does not take away text that came after it.
  await forAll.click();
  await opens('Friday').fill('11:00');
  await undo.waitFor({ state: 'detached' });
});
