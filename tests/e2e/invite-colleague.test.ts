/** An administrator invites colleagues: somebody new, who chooses a password behind the link, and somebody with an account. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { staffInvitations, users } from '#server/db/schema/index.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (401|403|404|409|422)/ });
const viewport = { width: 390, height: 844 };
const password = 'under the live oaks';

/** The mail holds its token encrypted (tests/api/staff-invitations.test.ts reads it): the invitation gets one that the test knows. */
async function invitationUrl(email: string): Promise<string> {
  const token = crypto.randomUUID();
  await site.db
    .update(staffInvitations)
    .set({ tokenHash: hashToken(token) })
    .where(eq(staffInvitations.email, email));
  return `${site.url}/staff-invitation?token=${token}`;
}

async function invite(page: Page, email: string, right: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Email of the colleague').fill(email);
  await page.getByLabel(new RegExp(`^${right}:`)).check();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Invited, not answered yet' });
const isNarrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);

test('an administrator invites somebody new, who is staff after choosing a name and a password', async () => {
  const passwordHash = await hashPassword(password);
  const stella = await aUser(site.db, { role: 'staff', username: 'stella', passwordHash, emailVerifiedAt: new Date() });
  const page = await openAs({ site, browser }, stella, '/staff/people', { viewport });
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await page.getByLabel('Email of the colleague').fill('clara@town.example');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await hasFocus(page.getByText('Please choose at least one right', { exact: true }).first());
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await isNarrow(page);
  await page.getByLabel(/^Editor:/).check();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await waiting(page).getByText('clara@town.example').waitFor();
  await hasFocus(page.getByRole('button', { name: 'Invite a colleague' }));
  await waiting(page).getByText('Sent by stella').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await isNarrow(page);

  const early = await invitationUrl('clara@town.example');
  await page.getByRole('button', { name: 'Send again to clara@town.example' }).click();
  await page.getByText('clara@town.example gets a new email, and the earlier link ends').first().waitFor();
  const her = await browser.open(early, { viewport });
  await her.getByText('We sent you a newer email about this invitation').waitFor();
  await her.goto(await invitationUrl('clara@town.example'));
  await her.getByText(`stella invites you to the staff of ${site.city.facts.name}, as an editor.`).waitFor();
  await her.getByLabel('Username').fill('clara');
  await her.getByLabel('Password', { exact: true }).fill('password123');
  await her.getByLabel('Confirm Password').fill('password123');
  expect(await accessibilityFaultsInBothThemes(her)).toEqual([]);
  await isNarrow(her);
  await her.getByRole('button', { name: 'Join the staff' }).click();
  await her.getByText('one of the most common ones').first().waitFor();
  await her.getByLabel('Password', { exact: true }).fill(password);
  await her.getByLabel('Confirm Password').fill(password);
  await her.getByRole('button', { name: 'Join the staff' }).click();
  await hasFocus(her.getByText('Your account is there, and you are staff now.'));
  await her.getByRole('link', { name: 'Open the staff area' }).click();
  await her.waitForURL(/\/(staff|account)/);
  const [clara] = await site.db.select().from(users).where(eq(users.username, 'clara'));
  expect(clara).toMatchObject({ email: 'clara@town.example', role: 'staff', rights: ['editor'] });
  await page.reload();
  await page.getByRole('link', { name: 'clara' }).waitFor();
  await waiting(page).waitFor({ state: 'detached' });

  await invite(page, 'dora@town.example', 'Treasurer');
  await waiting(page).getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Yes, take back' }).click();
  await page.getByText('The invitation of dora@town.example is taken back').first().waitFor();
  await waiting(page).waitFor({ state: 'detached' });
});

test('somebody who does not want to declines on the page of the link', async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff/people', { viewport });
  await invite(page, 'nora@town.example', 'Editor');
  await waiting(page).getByText('nora@town.example').waitFor();
  const hers = await browser.open(await invitationUrl('nora@town.example'), { viewport });
  const decline = hers.getByRole('button', { name: 'Decline the invitation' });
  await decline.press('Enter');
  const yes = hers.getByRole('button', { name: 'Yes, decline' });
  await hasFocus(yes);
  await hers.getByText(/^Decline it\? \S+ is told by mail\.$/).waitFor();
  expect(await accessibilityFaultsInBothThemes(hers)).toEqual([]);
  await hers.getByRole('button', { name: 'No', exact: true }).press('Enter');
  await hasFocus(decline);
  await decline.press('Enter');
  await yes.click();
  await hasFocus(hers.getByText(/^You declined\. \S+ is told by mail\.$/));
  await page.reload();
  await page.getByRole('button', { name: 'Invite a colleague' }).waitFor();
  expect(await waiting(page).count()).toBe(0);
});

test('somebody with an account logs in, says yes, and logs in again', async () => {
  const passwordHash = await hashPassword(password);
  const confirmed = { passwordHash, emailVerifiedAt: new Date() };
  const max = await aUser(site.db, { username: 'max', email: 'max@town.example', ...confirmed });
  const mia = await aUser(site.db, { username: 'mia', email: 'mia@example.com', ...confirmed });
  const page = await openAs({ site, browser }, 'staff', '/staff/people', { viewport });
  await invite(page, max.email, 'Moderator');
  await waiting(page).getByText(max.email).waitFor();
  const url = await invitationUrl(max.email);

  const others = await openAs({ site, browser }, mia, new URL(url).pathname + new URL(url).search, { viewport });
  await others.getByText('you are logged in as mia@example.com').waitFor();
  await others.getByRole('button', { name: 'Log out' }).click();
  await others.getByText('There is an account with max@town.example.').waitFor();
  await others.getByRole('link', { name: 'Log in' }).last().click();
  await others.getByText('Log in to accept the invitation').waitFor();
  await others.getByLabel('Email').fill(max.email);
  await others.getByLabel('Password', { exact: true }).fill(password);
  await others.getByRole('button', { name: 'Log In', exact: true }).click();
  await others.getByRole('button', { name: 'Yes, join the staff' }).click();
  await hasFocus(others.getByText('You are staff now.'));
  expect(await accessibilityFaultsInBothThemes(others)).toEqual([]);
  expect(await site.db.select().from(users).where(eq(users.id, max.id))).toMatchObject([{ rights: ['moderator'] }]);
  await others.goto(url);
  await others.getByText('This link does not work').waitFor();
});
