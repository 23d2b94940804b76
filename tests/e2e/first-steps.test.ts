/** An owner's dashboard lists what to do first, and ticks off what the listing has. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('where nothing can be copied or shared, the link stays on the screen, and the step is done when the owner says so', async () => {
  const owner = await aUser(site.db);
  await aBusiness(site.db, { name: 'Fig & Ladder', slug: 'fig-ladder', ownerId: owner.id });
  const page = await openAs({ site, browser }, owner, '/credits', { viewport: { width: 390, height: 844 } });
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto(`${site.url}/dashboard`);
  const steps = page.getByRole('region', { name: 'First steps of Fig & Ladder' });
  const dialog = page.getByRole('dialog', { name: 'Copy this link to share' });
  const share = steps.getByRole('button', { name: 'Share your page' });
  await share.click();
  expect(await dialog.getByLabel('Link').inputValue()).toBe(`${site.url}/business/fig-ladder`);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${site.url}/business/fig-ladder`);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await share.click();
  await dialog.getByRole('button', { name: 'I Have Copied It' }).click();
  await steps.getByText('Share your page: done').waitFor();
});

test('the steps go one by one, and all of them can be put away', async () => {
  const owner = await aUser(site.db);
  const { id } = await aBusiness(site.db, { name: 'Fig & Ladder', ownerId: owner.id, takesMessages: false });
  const page = await openAs({ site, browser }, owner, '/dashboard', { viewport: { width: 390, height: 844 } });
  const steps = page.getByRole('region', { name: 'First steps of Fig & Ladder' });
  await steps.getByRole('link', { name: 'Say when you are open' }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await site.db
    .update(businesses)
    .set({ hours: { mon: [['09:00', '17:00']] }, takesMessages: true })
    .where(eq(businesses.id, id));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await steps.getByRole('button', { name: 'Share your page' }).click();
  await steps.getByText('Share your page: done').waitFor();
  await page.reload();
  await steps.getByText('Say when you are open: done').waitFor();
  await steps.getByText('Share your page: done').waitFor();
  await steps.getByText('Let visitors write to you: done').waitFor();

  await steps.getByRole('button', { name: /^Put these away/ }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Fig & Ladder' }).waitFor();
  expect(await steps.count()).toBe(0);
  await page.getByRole('button', { name: /^Show the first steps/ }).click();
  await hasFocus(steps.getByRole('button', { name: /^Put these away/ }));
  await page.reload();
  await steps.waitFor();
});
