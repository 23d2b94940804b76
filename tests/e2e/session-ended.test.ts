/** Staff whose session has ended meanwhile are led to the log-in, and back to their page. */
import { test } from 'vitest';
import { sessions } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of 401/ });

test('the refusal has the way to the log-in', async () => {
  const { id } = await aBusiness(site.db, { name: 'Fig Bar', status: 'pending', approvedAt: null });
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await site.db.delete(sessions);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByLabel('Email', { exact: true }).waitFor();
});
