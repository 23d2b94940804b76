/** After *Undo* in a toast the toast is gone: the focus moves to what came back, or to a place from which to go on. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

beforeEach(async () => {
  await site.db.delete(businesses);
});

async function waiting(name: string) {
  const { id } = await aUser(site.db);
  const sent = { ownerId: id, submittedById: id, status: 'pending', approvedAt: null } as const;
  return aBusiness(site.db, { name, address: `12 ${name} St`, ...sent });
}

async function undoByKeyboard(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Undo', exact: true });
  await button.waitFor();
  await page.keyboard.press('F8');
  for (let tab = 0; tab < 5 && !(await button.evaluate((one) => one === document.activeElement)); tab++)
    await page.keyboard.press('Tab');
  await hasFocus(button);
  await page.keyboard.press('Enter');
}

/** The tag and the words of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName}: ${document.activeElement?.textContent}`);

test('in the queue it is on the line that came back, where another line was open and where the queue was empty', async () => {
  await waiting('Fig Bar');
  const page = await openAs({ site, browser }, 'staff', '/staff');
  const line = (name: string) => page.getByRole('button', { name: new RegExp(`^New listing.*${name}`) });
  const approve = async () => {
    await line('Fig Bar').click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await toast(page, 'Fig Bar is approved');
  };
  await approve();
  await page.getByText('Nothing waits. Well done.').waitFor();
  // The answer is held back: until it comes, the focus is on the heading.
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/staff/undo', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await undoByKeyboard(page);
  await expect.poll(() => focused(page)).toBe('H1: Queue');
  gate.resolve();
  await toast(page, 'Undone');
  await expect.poll(() => focused(page)).toMatch(/^BUTTON: New listingFig Bar/);

  await waiting('Plum Bar');
  await page.reload();
  await approve();
  await undoByKeyboard(page);
  await toast(page, 'Undone');
  await expect.poll(() => focused(page)).toMatch(/^BUTTON: New listingFig Bar/);
});

test('several that were decided on together: it is on the first of them', async () => {
  await waiting('Fig Bar');
  await waiting('Plum Bar');
  const page = await openAs({ site, browser }, 'staff', '/staff');
  await page.getByLabel('All 2 new listings here').check();
  await page.getByRole('button', { name: 'Approve 2' }).click();
  await toast(page, '2 listings are approved');
  await undoByKeyboard(page);
  await toast(page, 'Undone');
  await expect.poll(() => focused(page)).toMatch(/^BUTTON: New listing(Fig|Plum) Bar/);
});

test('on the page of a listing it stays on this page, and whoever has gone on is left alone', async () => {
  const { id } = await aBusiness(site.db, { name: 'Fig Bar' });
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${id}`);
  const hide = async () => {
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByLabel('Why').fill('It has closed.');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: /^Hide/ }).last().press('Enter');
    await toast(page, 'Hidden');
    // The form is closed then, and the focus is on the bar that opened it.
    await hasFocus(page.getByRole('button', { name: 'Edit', exact: true }));
  };
  await hide();
  await undoByKeyboard(page);
  await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
  expect(await focused(page)).toMatch(/^(BUTTON: Edit|H1: Fig Bar)/);

  await hide();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/staff/undo', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await undoByKeyboard(page);
  await page.getByRole('button', { name: 'Merge', exact: true }).focus();
  gate.resolve();
  await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
  expect(await focused(page)).toBe('BUTTON: Merge');
});

test('a heart that is given back: it is on the heading of the saved places, not lost', async () => {
  const { slug } = await aBusiness(site.db, { name: 'Fig Bar' });
  const page = await browser.open(`${site.url}/business/${slug}`);
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await page.goto(`${site.url}/saved`);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page
    .getByRole('button', { name: /Fig Bar/ })
    .first()
    .click();
  await undoByKeyboard(page);
  await page.getByRole('link', { name: 'Fig Bar' }).first().waitFor();
  expect(await focused(page)).toMatch(/^(H1|BUTTON|A): /);
});
