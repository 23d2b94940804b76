/** An owner adds a manager, who then edits the listing; and hands another listing over to somebody who logs in to accept. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { listingInvitations, listingManagers, subscriptions } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
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

async function invite(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email of the manager').fill(email);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('list', { name: 'People' }).getByText(email).waitFor();
}

const toItsOwner = (userId: string, values: object = {}) => aBusiness(site.db, { ownerId: userId, ...values });

/** Stores an invitation as the owner's form does. */
async function invited(
  businessId: string,
  invitedBy: string,
  email: string,
  token = crypto.randomUUID(),
): Promise<string> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const given = { kind: 'manager', tokenHash: hashToken(token), expiresAt } as const;
  await site.db.insert(listingInvitations).values({ businessId, invitedBy, email, ...given });
  return `/listing-invitation?token=${token}`;
}

test('an owner adds a manager, who edits the listing', async () => {
  const olga = await aUser(site.db, { username: 'olga', ...confirmed });
  const max = await aUser(site.db, { username: 'max', email: 'max@example.com', ...confirmed });
  await aBusiness(site.db, { slug: 'oak-bakery', name: 'Oak Bakery', ownerId: olga.id });
  const page = await openAs({ site, browser }, olga, '/dashboard', { viewport });
  await page.getByRole('link', { name: 'People of Oak Bakery' }).click();
  await page.getByText('Nobody but you.').waitFor();
  await invite(page, 'max@example.com');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);

  // Sent again: the inviter is told, and the first link says that there is a newer one.
  const firstLink = await invitationPath('first-token');
  await invite(page, 'max@example.com');
  await page.getByText('The link in the first one stops working, so ask them to use the new one.').first().waitFor();
  const early = await openAs({ site, browser }, max, firstLink, { viewport });
  await early.getByText('We sent you a newer email about this invitation').waitFor();

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
  await page.getByText('max@example.com, manager since').waitFor();
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
  await invite(page, 'mia@example.com');
  await page.getByRole('button', { name: 'Take back the invitation of mia@example.com' }).press('Enter');
  await page.getByText('Nobody but you.').waitFor();
  await hasFocus(page.getByRole('list', { name: 'People' }));
});

test('a listing is handed over', async () => {
  const password = 'under the live oaks';
  const passwordHash = await hashPassword(password);
  const rosa = await aUser(site.db, { username: 'rosa', passwordHash, ...confirmed });
  const nico = await aUser(site.db, { username: 'nico', email: 'nico@example.com', ...confirmed });
  await aBusiness(site.db, { slug: 'corner-cafe', name: 'Corner Cafe', ownerId: rosa.id });
  const page = await openAs({ site, browser }, rosa, '/dashboard', { viewport });
  await page.getByRole('link', { name: 'People of Corner Cafe' }).click();
  await page.getByText('Your Premium, if you have it, stays with you').waitFor();
  for (const [typed, told] of [
    [rosa.email.toUpperCase(), 'This is your own address'],
    ['nico@', 'Please enter a valid email address'],
  ] as const) {
    await page.getByLabel('Email of the new owner').fill(typed);
    await page.getByRole('button', { name: 'Hand over', exact: true }).click();
    await page.getByText(told).waitFor();
    await hasFocus(page.getByLabel('Email of the new owner'));
    expect(await page.getByRole('button', { name: 'Yes, hand it over' }).count()).toBe(0);
  }
  await site.db.insert(subscriptions).values({
    ...{ id: 'sub_rosa', userId: rosa.id, kind: 'owner_premium', status: 'active', priceKey: 'owner_premium_year' },
    ...{ priceCents: 29_000, paidThrough: new Date(Date.now() + 100 * 86_400_000) },
  });
  await page.reload();
  await page.getByText('Your Premium stays with you: this one has Premium only if the new owner does.').waitFor();
  const lone = page.getByText('This is your only listing. Your Premium, $290 a year, goes on without one');
  await lone.waitFor();
  await page.getByLabel('Email of the new owner').fill('nic@example.com');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  const question = page.getByText('Hand Corner Cafe over to nic@example.com?');
  await question.waitFor();
  expect(await lone.count()).toBe(2);
  // The slip is seen: nothing has been sent, and the question goes with the address that it names.
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await hasFocus(page.getByLabel('Email of the new owner'));
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await question.waitFor();
  await page.getByLabel('Email of the new owner').fill('nico@example.com');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.getByText('Hand Corner Cafe over to nico@example.com?').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, hand it over' }).click();
  // Asked for right after the log-in, too, as the page says.
  const proof = page.getByRole('dialog', { name: 'Is it still you?' });
  await proof.getByText('This gives the listing away.').waitFor();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  expect(await site.db.$count(listingInvitations, eq(listingInvitations.kind, 'owner'))).toBe(0);
  await page.getByRole('button', { name: 'Yes, hand it over' }).click();
  await proof.getByLabel('Your Password').fill(password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('list', { name: 'People' }).getByText('nico@example.com').waitFor();
  await page.goto(`${site.url}/dashboard`);
  const offered = page.getByRole('region', { name: 'Waiting for a New Owner' });
  await offered.getByText('nico@example.com can take Corner Cafe over').waitFor();
  await offered.getByRole('button', { name: 'Take back the offer of Corner Cafe' }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
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

test('what waits stands on the dashboard of the confirmed address, with accept and decline', async () => {
  const wanda = await aUser(site.db, { username: 'wanda', ...confirmed });
  const ida = await aUser(site.db, { username: 'ida', email: 'ida@example.com', ...confirmed });
  const [shop, mill] = [await toItsOwner(wanda.id, { name: 'Shop' }), await toItsOwner(wanda.id, { name: 'Mill' })];
  for (const { id } of [shop, mill]) await invited(id, wanda.id, 'Ida@example.com');
  const page = await openAs({ site, browser }, ida, '/dashboard', { viewport });
  const part = page.getByRole('region', { name: 'Invitations for You' });
  await part.getByText('wanda invites you to edit the listing of Shop').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  await part.getByRole('button', { name: 'Decline Mill' }).click();
  await part.getByText('Decline it? wanda is told by mail.').waitFor();
  await part.getByRole('button', { name: 'No', exact: true }).click();
  await hasFocus(part.getByRole('button', { name: 'Decline Mill' }));
  await part.getByRole('button', { name: 'Decline Mill' }).click();
  await part.getByRole('button', { name: 'Yes, decline' }).click();
  await hasFocus(part.getByText('You declined. wanda is told by mail.'));
  await part.getByText('the listing of Mill').waitFor({ state: 'detached' });
  await part.getByRole('button', { name: 'Accept Shop' }).click();
  await hasFocus(part.getByText('You now manage Shop.'));
  await page.getByRole('article', { name: 'Shop' }).waitFor();
  expect(await site.db.$count(listingInvitations, eq(listingInvitations.invitedBy, wanda.id))).toBe(0);
});

test('who signs up by an invitation is led back to it by confirming the address', async () => {
  const walt = await aUser(site.db, { username: 'walt', ...confirmed });
  const dock = await toItsOwner(walt.id, { name: 'Dock' });
  const path = await invited(dock.id, walt.id, 'uma@example.com');
  const uma = await aUser(site.db, { username: 'uma', email: 'uma@example.com', emailVerifiedAt: null });
  const page = await openAs({ site, browser }, uma, path, { viewport });
  await page.getByText('Please confirm your address first: we sent a link to uma@example.com.').waitFor();
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Decline Dock' }).count()).toBe(1);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send Again' }).click();
  await page.getByText('The email is on its way.').first().waitFor();
  const token = await makeLinkToken(site.db, { userId: uma.id, purpose: 'verify-email', now: new Date() });
  await goTo(page, `/verify-email?token=${token}`);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await page.getByText('walt invites you to edit the listing of Dock').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept Dock' }).click();
  await page.getByText('You now manage Dock.').waitFor();
  expect(await site.db.$count(listingManagers, eq(listingManagers.userId, uma.id))).toBe(1);
});

test('the link says when somebody is logged in with another address, and leads to the right one', async () => {
  const vera = await aUser(site.db, { username: 'vera', ...confirmed });
  const password = 'under the live oaks';
  const passwordHash = await hashPassword(password);
  const tim = await aUser(site.db, { username: 'tim', email: 'tim@example.com', ...confirmed });
  await aUser(site.db, { username: 'tim at work', email: 'tim@work.example', passwordHash, ...confirmed });
  const kiln = await toItsOwner(vera.id, { name: 'Kiln' });
  const page = await openAs({ site, browser }, tim, await invited(kiln.id, vera.id, 'tim@work.example'), { viewport });
  await page.getByText('you are logged in as tim@example.com').waitFor();
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await page.getByText('The invitation to Kiln went to tim@work.example.').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('tim@work.example');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByText('The invitation is for tim@work.example.').waitFor();
  await page.getByRole('button', { name: 'Decline Kiln' }).click();
  await page.getByRole('button', { name: 'Yes, decline' }).click();
  await hasFocus(page.getByText('You declined. vera is told by mail.'));
});

test('who signs up from the mailed link finds the address filled in, and accepts without a second mail', async () => {
  const xena = await aUser(site.db, { username: 'xena', ...confirmed });
  const loft = await toItsOwner(xena.id, { name: 'Loft' });
  const page = await browser.open(site.url + (await invited(loft.id, xena.id, 'yuri@example.com')), { viewport });
  await page.getByText('The invitation to Loft went to yuri@example.com.').waitFor();
  await page.getByRole('link', { name: 'Sign up' }).last().click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await page.getByText('The invitation to Loft went to yuri@example.com.').waitFor();
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('yuri@example.com');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  await page.getByLabel('Username').fill('yuri');
  await page.getByLabel('Password', { exact: true }).fill('under the live oaks');
  await page.getByLabel('Confirm Password').fill('under the live oaks');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Accept Loft' }).click();
  await page.getByText('You now manage Loft.').waitFor();
});
