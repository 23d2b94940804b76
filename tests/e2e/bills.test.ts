/** An owner's bills: the list, and one that has no invoice elsewhere, on the screen and on paper. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listingOrders, moneyActs } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('the dashboard leads to a bill that can be printed', async () => {
  const owner = await aUser(site.db, { username: 'ana', email: 'ana@example.com' });
  await aBusiness(site.db, { name: 'Fig & Ladder', ownerId: owner.id, status: 'approved' });
  await site.db.insert(moneyActs).values({
    ...{ id: randomUUID(), kind: 'cash', userId: owner.id, cents: 29000, reason: 'A year by check' },
    forBusinesses: ['Fig & Ladder'],
    receipt: '2026-0007',
    ...{ receivedOn: '2026-07-04', reference: 'Check 118', endsAt: new Date('2099-07-04T04:59:59Z') },
  });
  const session = await aSession(site.db, owner.id);
  const page = await browser.open(`${site.url}/dashboard`, { session, viewport: { width: 390, height: 844 } });
  await page.getByRole('link', { name: 'Your bills' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'July 4, 2026: $290' });
  await line.getByText('Fig & Ladder, Premium for all listings').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await line.getByRole('link', { name: 'Open and print' }).click();

  const bill = page.getByRole('article', { name: 'Bill' });
  for (const text of [
    /, TX 78\d/,
    'Fig & Ladder',
    'ana@example.com',
    '2026-0007',
    'Check 118',
    'Tax: none was added',
  ]) {
    await bill.getByText(text).waitFor();
  }
  await bill.getByRole('row', { name: /Paid in cash or by check \$290/ }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await bill.getByText(/\w+ \d+, 20\d\d to July 3, 2099/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'Your bills' }).isVisible()).toBe(false);
  expect(await bill.isVisible()).toBe(true);
  expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  // Ids of the payment service have capitals, and addresses have none.
  await page.route('**/api/billing/bills', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, bills: [{ ...answer.bills[0], id: 'in_ItHlSPBUqs' }] } });
  });
  await page.goto(`${site.url}/dashboard/bills`);
  await page.getByRole('link', { name: 'Open and print' }).click();
  await bill.getByText('Check 118').waitFor();
  await page.reload();
  await bill.getByText('Check 118').waitFor();

  await page.goto(`${site.url}/dashboard/bills/${randomUUID()}`);
  await page.getByText('There is no such bill of yours.').waitFor();
});

test('a bill that the bank disputes says so, and so does the list that lacks bills', async () => {
  const owner = await aUser(site.db, { username: 'bo', email: 'bo@example.com' });
  const at = new Date('2026-06-12T17:00:00Z');
  await site.db.insert(listingOrders).values({
    ...{ plan: 'standard', amountCents: 4900, status: 'withdrawn', paidAt: at, disputedAt: at, userId: owner.id },
    refunds: [{ id: 're_1', at: at.toISOString(), cents: 900 }],
  });
  const session = await aSession(site.db, owner.id);
  const page = await browser.open(`${site.url}/dashboard/bills`, { session, viewport: { width: 390, height: 844 } });
  await page.getByText('$9 given back. $40 disputed with the bank').waitFor();
  await page.getByRole('link', { name: 'Open and print' }).click();
  const bill = page.getByRole('article', { name: 'Bill' });
  await bill.getByRole('row', { name: 'Disputed with the bank on June 12, 2026 -$40' }).waitFor();
  await bill.getByRole('row', { name: 'Left $0' }).waitFor();

  const missing = page.getByRole('status').filter({ hasText: 'Bills of plans cannot be read just now.' });
  let isAway = true;
  await page.route('**/api/billing/bills', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, isPartial: isAway } });
  });
  await page.goto(`${site.url}/dashboard/bills/${randomUUID()}`);
  await missing.waitFor();
  expect(await page.getByText('There is no such bill of yours.').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Your bills' }).click();
  await missing.waitFor();
  await page.getByRole('link', { name: 'Open and print' }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  isAway = false;
  await missing.getByRole('button', { name: 'Try again' }).click();
  await missing.waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('region', { name: 'Your bills' }));
  await page.getByRole('link', { name: 'Open and print' }).waitFor();
});
