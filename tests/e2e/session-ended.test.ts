/** Staff whose session has ended meanwhile are led to the log-in, and back to their page. */
import { expect, test } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { sessions, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (401|403)/ });
const password = 'correct-horse-battery';

test('the refusal has the way to the log-in, which says that the account is closed in place of why it asks', async () => {
  const stella = await aUser(site.db, { role: 'staff', passwordHash: await hashPassword(password) });
  const { id } = await aBusiness(site.db, { name: 'Fig Bar', status: 'pending', approvedAt: null });
  const page = await openAs({ site, browser }, stella, `/staff/businesses/${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await site.db.delete(sessions);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByText('You were logged out here.').waitFor();
  await site.db.update(users).set({ bannedAt: new Date() });
  await page.getByLabel('Email', { exact: true }).fill(stella.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.locator('form').getByText('This account is closed. Please write to us if that is a mistake.').waitFor();
  expect(await page.getByText('You were logged out here.').count()).toBe(0);
});
