/** Staff give who sent in a duplicate the listing that is there: its page then says who began the claim, for whom, and what waits. */
import { expect, test } from 'vitest';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('the page of the listing tells one story: no owner, a claim that waits, and who of the staff began it for whom', async () => {
  const looks = { name: 'Oakbend Bakery', address: '12 Oak Street' };
  const listed = await aBusiness(site.db, { ...looks, ...matchKeys(looks) });
  const olga = await aUser(site.db, { username: 'olga', emailVerifiedAt: new Date() });
  const stella = await aUser(site.db, { role: 'staff', username: 'stella' });
  const sent = { ownerId: olga.id, submittedById: olga.id, status: 'pending', approvedAt: null } as const;
  const { id } = await aBusiness(site.db, { ...looks, ...matchKeys(looks), slug: 'oakbend-2', ...sent });
  const page = await openAs({ site, browser }, stella, `/staff/businesses/${id}`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('button', { name: /^Give them this listing/ }).click();
  await page.getByLabel('Let it go: the claim costs them nothing').check();
  await page.getByRole('button', { name: 'Send the question' }).click();
  await toast(page, 'olga is asked for proof');

  await goTo(page, `/staff/businesses/${listed.id}`);
  await page.getByText('A claim on it waits, so its owner cannot be changed yet.', { exact: false }).waitFor();
  await page.getByText('It has no owner.').waitFor();
  expect(await page.getByText(/has claimed it/).count()).toBe(0);
  const line = page.getByRole('listitem').filter({ hasText: 'Began a claim for somebody' });
  await line.getByRole('link', { name: 'stella' }).waitFor();
  expect(await line.getByRole('link', { name: 'olga' }).getAttribute('href')).toBe(`/staff/people/${olga.id}`);
  expect(await page.getByText('Sent a claim in').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
