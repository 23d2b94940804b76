/** An owner adds a manager, who then edits the listing; and hands another listing over to somebody who logs in to accept. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { listingInvitations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (401|404)/ });
const viewport = { width: 390, height: 844 };
const confirmed = { emailVerifiedAt: new Date() };

/** The mail holds its token encrypted (tests/api/managers.test.ts reads it): the invitation gets one that the test knows. */
async function invitationPath(token: string): Promise<string> {
  await site.db.update(listingInvitations).set({ tokenHash: hashToken(token) });
  return `/listing-invitation?token=${token}`;
}

async function send(page: Page, form: 'Invite' | 'Hand over', email: string): Promise<void> {
  const part = page.getByRole('form', { name: form });
  await part.getByLabel('Their email').fill(email);
  await part.getByRole('button', { name: form }).click();
  await page.getByRole('list', { name: 'People' }).getByText(email).waitFor();
}

test('an owner adds a manager, who edits the listing', async () => {
  const olga = await aUser(site.db, { username: 'olga', ...confirmed });
  const max = await aUser(site.db, { username: 'max', email: 'max@example.com', ...confirmed });
  await aBusiness(site.db, { slug: 'oak-bakery', name: 'Oak Bakery', ownerId: olga.id });
  const page = await openAs({ site, browser }, olga, '/dashboard', { viewport });
  await page.getByRole('link', { name: 'People of Oak Bakery' }).click();
  await page.getByText('Nobody but you.').waitFor();
  await send(page, 'Invite', 'max@example.com');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);

  const his = await openAs({ site, browser }, max, await invitationPath('manager-token'), { viewport });
  await his.getByRole('button', { name: 'Accept' }).click();
  await his.getByText('You now manage Oak Bakery.').waitFor();
  await his.getByRole('link', { name: 'Your dashboard' }).click();
  const item = his.getByRole('article', { name: 'Oak Bakery' });
  await item.getByText('You manage it').waitFor();
  expect(await item.getByText('Upgrade to Premium').count()).toBe(0);
  await item.getByRole('link', { name: 'Edit Oak Bakery' }).click();
  await his.getByRole('heading', { level: 1 }).waitFor();
  expect(await his.getByLabel(/Business Name/).inputValue()).toBe('Oak Bakery');

  await page.reload();
  const remove = page.getByRole('button', { name: 'Remove max' });
  await remove.press('Enter');
  await page.getByText('max can no longer edit it, and is told by mail.').waitFor();
  for (const away of ['Cancel', 'Escape']) {
    if (away === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    else await page.keyboard.press('Escape');
    await hasFocus(remove);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Yes, remove' }).press('Enter');
  await page.getByText('Nobody but you.').waitFor();
  await hasFocus(page.getByRole('list', { name: 'People' }));
  await send(page, 'Invite', 'mia@example.com');
  await page.getByRole('button', { name: 'Take back the invitation of mia@example.com' }).press('Enter');
  await page.getByText('Nobody but you.').waitFor();
  await hasFocus(page.getByRole('list', { name: 'People' }));
});

test('a listing is handed over', async () => {
  const rosa = await aUser(site.db, { username: 'rosa', ...confirmed });
  const nico = await aUser(site.db, { username: 'nico', email: 'nico@example.com', ...confirmed });
  await aBusiness(site.db, { slug: 'corner-cafe', name: 'Corner Cafe', ownerId: rosa.id });
  const page = await openAs({ site, browser }, rosa, '/dashboard', { viewport });
  await page.getByRole('link', { name: 'People of Corner Cafe' }).click();
  await page.getByText('Your Premium, if you have it, stays with you').waitFor();
  await send(page, 'Hand over', 'nico@example.com');
  const path = await invitationPath('owner-token');
  const stranger = await browser.open(site.url + path, { viewport });
  await stranger.getByText('Log in to accept the invitation').waitFor();

  const his = await openAs({ site, browser }, nico, path, { viewport });
  await his.getByRole('heading', { name: 'Take a listing over' }).waitFor();
  expect(await accessibilityFaultsInBothThemes(his)).toEqual([]);
  await his.getByRole('button', { name: 'Accept' }).click();
  await his.getByText('Corner Cafe is yours now.').waitFor();
  await his.getByRole('link', { name: 'Your dashboard' }).click();
  await his.getByRole('article', { name: 'Corner Cafe' }).waitFor();
  await page.goto(`${site.url}/dashboard`);
  await page.getByText("You don't have any businesses yet.").waitFor();
});
