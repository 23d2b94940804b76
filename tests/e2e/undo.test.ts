/** Staff undo a decision from its toast: by mouse in the queue, and by keyboard on a business's own page. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { mailTo } from '#tests/support/mailed-link.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('an approval and a hiding are undone, and nobody gets a mail', async () => {
  const owner = await aUser(site.db);
  const { id } = await aBusiness(site.db, {
    ...{ name: 'Fig & Ladder', slug: 'fig-ladder', status: 'pending', approvedAt: null },
    ...{ ownerId: owner.id, submittedById: owner.id },
  });
  const status = async () =>
    found((await site.db.select().from(businesses).where(eq(businesses.id, id)))[0], 'the business').status;
  const mails = async () => (await mailTo(site.db, owner.email)).length;
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 390, height: 844 } });
  const approve = async () => {
    await page.getByRole('button', { name: /Fig & Ladder/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
  };
  await approve();
  await toast(page, 'Fig & Ladder is approved');
  expect([await status(), await mails()]).toEqual(['approved', 1]);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Undone');
  expect([await status(), await mails()]).toEqual(['pending', 0]);
  await approve();
  await toast(page, 'Fig & Ladder is approved');

  await goTo(page, `/staff/businesses/${id}`);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByLabel('Why').fill('It has closed.');
  await page.getByRole('button', { name: /^Hide/ }).last().click();
  await toast(page, 'Hidden, and its owner is told');
  expect(await status()).toBe('hidden');
  await page.keyboard.press('F8');
  const button = page.getByRole('button', { name: 'Undo' });
  for (let tab = 0; tab < 5 && !(await button.evaluate((one) => one === document.activeElement)); tab++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast(page, 'Undone');
  expect(await status()).toBe('approved');
  await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
});
