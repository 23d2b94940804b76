/** A link that confirmed an address says so when it is opened again, and leads on. */
import { expect, test } from 'vitest';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { sees } from '#tests/support/log-in-page.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('a used or old link for a new password says so before anybody types', async () => {
  const { id: userId } = await aUser(site.db);
  const token = await makeLinkToken(site.db, { userId, purpose: 'reset-password', now: new Date() });
  const page = await browser.open(`${site.url}/reset-password?token=${token}`);
  for (const label of ['New Password', 'Confirm Password']) await page.getByLabel(label).fill('quite a new password');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await page.waitForURL(`${site.url}/login`);
  for (const used of [token, 'x']) {
    await page.goto(`${site.url}/reset-password?token=${used}`);
    await page.getByText('It was used already, is older than 60 minutes').waitFor();
    expect(await page.getByLabel('New Password').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Ask for a New Link' }).click();
  await page.getByText("We'll email you a link").waitFor();
});

test('a used or useless link of a confirmation asks nothing, and leads to the dashboard or the account', async () => {
  const user = await aUser(site.db, { emailVerifiedAt: null });
  const session = await aSession(site.db, user.id);
  const token = await makeLinkToken(site.db, { userId: user.id, purpose: 'verify-email', now: new Date() });
  const page = await browser.open(`${site.url}/verify-email?token=${token}`, {
    session,
    viewport: { width: 390, height: 844 },
  });
  const button = page.getByRole('button', { name: 'Confirm Email' });
  await button.click();
  await sees(page, 'Thank you. Your email is confirmed.');

  await page.reload();
  await sees(page, 'You have confirmed this address already. There is nothing more to do.');
  expect(await button.count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.waitForURL(`${site.url}/dashboard`);
  await page.goto(`${site.url}/verify-email?token=x`);
  await sees(page, 'Your email is confirmed already. There is nothing more to do.');
  const stranger = await browser.open(`${site.url}/verify-email?token=x`);
  await stranger.getByText('This link is too old, or a part of it is missing.').waitFor();
  await stranger.getByRole('main').getByRole('link', { name: 'Your Account' }).waitFor();
});
