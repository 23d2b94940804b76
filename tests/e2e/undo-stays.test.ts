/** The Undo of a decision outlives Escape in a form beside it, and a reload of the page. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found } from '#tests/support/found.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const waiting = (name: string) => aBusiness(site.db, { name, status: 'pending', approvedAt: null });

test('Escape closes the form alone, and a reload offers the rest of the time', async () => {
  const { id } = await waiting('Fig & Ladder');
  await waiting('Second Shop');
  const status = async () =>
    found((await site.db.select().from(businesses).where(eq(businesses.id, id)))[0], 'the business').status;
  const page = await openAs({ site, browser }, 'staff', '/staff');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await button(/Fig & Ladder/).click();
  await button('Approve').click();
  await toast(page, 'Fig & Ladder is approved');
  await page.getByRole('button', { name: /Second Shop/, expanded: true }).waitFor();

  await button('Reject').click();
  const why = page.getByLabel('Why not?');
  await why.fill('It is not in town.');
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  await button(/Second Shop/).press('Escape');
  expect(await button('Undo').isVisible()).toBe(true);

  await page.reload();
  await button('Undo').click();
  await toast(page, 'Undone');
  expect(await status()).toBe('pending');
  // An undo that was used is not offered once more.
  await page.reload();
  await button(/Fig & Ladder/).waitFor();
  expect(await button('Undo').count()).toBe(0);

  await button(/Fig & Ladder/).click();
  await button('Approve').click();
  await toast(page, 'Fig & Ladder is approved');
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await button('Undo').focus();
  await page.keyboard.press('Escape');
  await button('Undo').waitFor({ state: 'detached' });
  expect(await status()).toBe('approved');
});
