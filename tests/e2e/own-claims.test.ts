/** The dashboard of an owner: the own listings come first, and a settled claim can be put away. */
import { expect, test } from 'vitest';
import { claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('a settled claim is put away and comes back, one in review stays, and the listings stand before both', async () => {
  const owner = await aUser(site.db);
  const claim = async (name: string, status: 'approved' | 'in_review') => {
    const mine = status === 'approved' ? { ownerId: owner.id } : {};
    const { id: businessId } = await aBusiness(site.db, { name, ...mine });
    const times = { expiresAt: new Date(), submittedAt: new Date() };
    await site.db
      .insert(claims)
      .values({ businessId, userId: owner.id, plan: 'standard', amountCents: 2500, status, ...times });
  };
  await claim('Fig & Ladder', 'approved');
  await claim('Tin Star Toys', 'in_review');
  const page = await openAs({ site, browser }, owner, '/dashboard', { viewport: { width: 390, height: 844 } });
  const settled = page.getByRole('article', { name: 'Claim: Fig & Ladder' });
  const open = page.getByRole('article', { name: 'Claim: Tin Star Toys' });
  await open.waitFor();
  expect(await open.getByRole('button', { name: /^Put it away/ }).count()).toBe(0);
  const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings.indexOf('My Businesses')).toBeLessThan(headings.indexOf('My Claims'));
  await settled.getByRole('button', { name: /^Put it away/ }).click();
  await settled.waitFor({ state: 'detached' });
  const back = page.getByRole('button', { name: 'Show the claim that you put away' });
  await hasFocus(back);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.reload();
  await open.waitFor();
  expect(await settled.count()).toBe(0);
  // Another browser shows the same, and what it kept by itself in an earlier release is taken over.
  const other = await openAs({ site, browser }, owner, '/dashboard');
  await other.getByRole('article', { name: 'Claim: Tin Star Toys' }).waitFor();
  expect(await other.getByRole('article', { name: 'Claim: Fig & Ladder' }).count()).toBe(0);
  await back.click();
  await settled.waitFor();
  await expect
    .poll(async () => (await site.db.select().from(claims)).map(({ putAwayAs }) => putAwayAs))
    .toEqual([null, null]);
  const { id } = only(
    (await site.db.select().from(claims)).filter(({ status }) => status === 'approved'),
    'claim',
  );
  await other.evaluate((mark) => localStorage.setItem('claims-away', JSON.stringify([mark])), `${id}:approved`);
  await other.reload();
  await other.getByRole('button', { name: 'Show the claim that you put away' }).waitFor();
  await expect.poll(() => other.evaluate(() => localStorage.getItem('claims-away'))).toBeNull();
  await page.reload();
  await back.waitFor();
});
