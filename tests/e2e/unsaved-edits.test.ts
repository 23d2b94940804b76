/** An owner who leaves the edit form without saving reads on the dashboard that nothing was saved, and goes on from there. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite({ harmless: /ERR_INTERNET_DISCONNECTED|Failed to fetch CSRF token|status of 4\d\d/ });

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
  expect(await field(page, 'Phone').inputValue()).toBe('210-555-0142');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Welcome back: what you typed is still here.').waitFor();
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

test.each(['/add-business', 'edit'])('without a connection the form says that nothing is lost: %s', async (path) => {
  const { id } = await own.mine();
  const page = await own.open(path === 'edit' ? `/edit-business/${id}` : path);
  const name = page.locator('form [name=name]');
  await name.fill('Fig & Ladder Two');
  await page.locator('form [name=description]').fill('Bread and a long bench to sit on.');
  await page.locator('form [name=address]').fill('12 Oak St');
  if (path !== 'edit') await page.locator('form [name=category]').selectOption({ index: 1 });
  await page.context().setOffline(true);
  await page.getByText('You are offline just now. What you type is kept in this browser.').waitFor();
  const button = page.getByRole('button', { name: /^(Submit for Review|Save Changes)$/ });
  await button.click();
  const said = page.getByRole('alert').getByText('There is no connection. What you typed is kept');
  await said.waitFor();
  expect(await toast(page).getByText('Error').count()).toBe(0);
  expect(await name.inputValue()).toBe('Fig & Ladder Two');
  await page.context().setOffline(false);
  await button.click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('article', { name: 'Fig & Ladder Two' }).waitFor();
});

test('on a phone the button that saves stays on the screen, covers no field, and names what comes along from before', async () => {
  const { id } = await own.mine();
  const page = await own.open(`/edit-business/${id}`, { viewport: { width: 390, height: 844 } });
  const save = page.getByRole('button', { name: 'Save Changes' });
  await field(page, 'Phone').waitFor();
  const isOnScreen = async () => ((await save.boundingBox())?.y ?? 0) < 844;
  expect(await isOnScreen()).toBe(false);
  await field(page, 'Phone').fill('210-555-0199');
  await expect.poll(isOnScreen).toBe(true);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  // Nothing that gets the focus by keyboard lies below the bar (WCAG 2.4.11).
  await field(page, 'Phone').focus();
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(() => {
      const bar = document.querySelector('.save-bar');
      const focused = document.activeElement;
      if (!bar || !focused || bar.contains(focused) || !focused.closest('form')) return null;
      const [top, box] = [bar.getBoundingClientRect().top, focused.getBoundingClientRect()];
      return box.top >= top ? focused.outerHTML.slice(0, 200) : null;
    });
    expect(hidden).toBeNull();
  }
  // A later visit saves something else.
  await page.goto(`${own.site.url}/dashboard`);
  await page.goto(`${own.site.url}/edit-business/${id}`);
  await page.getByText('Welcome back: what you typed is still here.').waitFor();
  const also = page.getByText('Also changes: Phone.');
  await also.waitFor();
  await field(page, 'Description *').fill('Figs, plums, and ladders to pick them from.');
  await also.waitFor();
  // Typed anew, it is no surprise.
  await field(page, 'Phone').fill('210-555-0198');
  await also.waitFor({ state: 'detached' });
  await save.click();
  await page.waitForURL('**/dashboard');
});
