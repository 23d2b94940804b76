/** The staff area's menu: one row at every width, by keyboard and mouse. */
import { expect, test } from 'vitest';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('the menu is one row at every width; what does not fit stands below "More", and a page below Settings marks it', async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 1440, height: 900 } });
  const menu = page.getByRole('navigation', { name: 'Staff' });
  const more = menu.getByRole('button', { name: /^More/ });
  const names = async () => (await menu.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);
  const seen = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => menu.evaluate((nav) => nav.clientHeight)).toBeLessThan(60);
    // The last link is inside of the window, or below "More"; a phone's row is moved by a finger.
    const edge = () =>
      menu.evaluate((nav) =>
        Math.max(
          ...[...nav.querySelectorAll('a')].map(
            (link) => link.getBoundingClientRect().right * Number(link.checkVisibility({ visibilityProperty: true })),
          ),
        ),
      );
    if (width > 768) await expect.poll(edge).toBeLessThanOrEqual(width);
    return names();
  };
  const all = await seen(390);
  expect(all).toHaveLength(19);
  expect(await more.count()).toBe(0);
  for (const width of [1440, 820]) {
    await expect.poll(async () => (await seen(width)).length).toBeLessThan(19);
    const row = await names();
    await more.press('Enter');
    await expect.poll(names).toEqual(all);
    await menu.getByRole('link', { name: 'Security log' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(names).toEqual(row);
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  await more.click();
  await menu.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Mails', exact: true }).click();
  await page.waitForURL('**/staff/mail-texts');
  await more.getByText('More: Settings').click();
  expect(await menu.locator('[aria-current]:visible').allInnerTexts()).toEqual(['Settings']);
  expect(await menu.locator('[aria-current]:visible').getAttribute('aria-current')).toBe('true');
});
