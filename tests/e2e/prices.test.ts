/** Staff change the prices in the browser: every page follows, somebody buys at the new price, a claim becomes free, and all goes back. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { ClaimDesk, type Person, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

vi.setConfig({ testTimeout: 150_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
let desk: ClaimDesk;
beforeAll(() => {
  desk = new ClaimDesk(site, sandbox);
});
afterAll(() => sandbox.stop());

async function openAs({ user }: Person, path: string): Promise<Page> {
  const page = await browser.open(`${site.url}/credits`, { viewport: { width: 1440, height: 1000 } });
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await reach(page, path);
  return page;
}

async function reach(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

async function set(page: Page, amounts: Record<string, string>, done = 'Saved. New purchases cost this from now on') {
  for (const [label, amount] of Object.entries(amounts)) await page.getByLabel(label, { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(done).first().waitFor();
}

const noSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('a price changes on every page, is paid, and goes back to the pack', async () => {
  const teresa = await desk.person({ username: 'teresa', role: 'staff', rights: ['treasurer'] });
  const olga = await desk.person({ username: 'olga' });
  await aBusiness(site.db, { name: 'Fig & Ladder', ownerId: olga.user.id, status: 'approved' });
  await aBusiness(site.db, { slug: 'plum', name: 'Plum Bakery' });
  const staff = await openAs(teresa, '/staff/billing');
  await staff.getByRole('link', { name: 'Prices' }).click();
  await set(staff, { 'Premium, a month': 'much' }, 'Please enter dollars, such as 25');
  await set(staff, { 'Premium, a month': '0.20' }, 'Please enter from $0.50 to $10,000; only a claim may be free');
  await staff.getByLabel('Premium, a month', { exact: true }).fill('35');
  await staff.getByText('$35 a month or $290 a year').waitFor();
  await set(staff, { 'Premium, a year': '350', 'Claim, a month': '27.50' });
  await staff.getByText('Premium, a month: $29 →').waitFor();
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
  for (const width of [390, 820]) {
    await staff.setViewportSize({ width, height: 900 });
    expect(await noSidewaysScroll(staff)).toBe(true);
  }

  const page = await openAs(olga, '/get-listed');
  await page.getByText('$35 a month or $350 a year').waitFor();
  await page.getByText('$27.50 a month').waitFor();
  await reach(page, '/claim-business?business=plum');
  await page.getByRole('button', { name: 'Claim - $27.50/mo' }).waitFor();
  await reach(page, '/dashboard');
  await page.getByText('$35/month or $350/year').waitFor();
  await page.getByRole('button', { name: 'Upgrade Monthly' }).click();
  await page.waitForURL(`${sandbox.url}/c/pay/**`);
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.waitForURL(`${site.url}/upgrade-success**`);
  expect(await desk.chargedCents(olga)).toBe(3500);

  await staff.getByRole('button', { name: 'Back to the original' }).click();
  await staff.getByText('Back to the original prices').first().waitFor();
  await reach(page, '/get-listed');
  await page.getByText('$29 a month or $290 a year').waitFor();
  await reach(page, '/dashboard');
  await page.getByRole('heading', { name: 'Premium, $35 a month' }).waitFor();
});

test('a slip is asked about, a change is undone from its toast, and each amount is put back by itself', async () => {
  const tom = await desk.person({ username: 'tom', role: 'staff', rights: ['treasurer'] });
  const staff = await openAs(tom, '/staff/prices');
  const month = staff.getByLabel('Premium, a month', { exact: true });
  await month.fill('2900');
  await staff.getByText('A year of Premium costs less than a month.').waitFor();
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await staff.getByRole('dialog').getByText('Premium, a month: $29 → $2,900').waitFor();
  await staff.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await month.inputValue()).toBe('2900');

  await set(staff, { 'Premium, a month': '30', 'Premium, a year': '300' });
  await staff.getByRole('button', { name: 'Undo' }).click();
  await staff.getByText('It is as it was.', { exact: true }).waitFor();
  await expect.poll(() => month.inputValue()).toBe('29');
  await set(staff, { 'Premium, a month': '31', 'Premium, a year': '310' });
  await staff.getByRole('button', { name: 'Put $29 back for Premium, a month' }).first().click();
  await staff.getByText('Premium, a month costs $29 again').first().waitFor();
  await expect.poll(() => month.inputValue()).toBe('29');
  expect(await staff.getByLabel('Premium, a year', { exact: true }).inputValue()).toBe('310');
  await staff.getByRole('button', { name: 'Back to the original' }).click();
  await staff.getByText('Back to the original prices').first().waitFor();
});

test('a claim at 0 goes from the button to the owner without a card', async () => {
  const anna = await desk.person({ username: 'anna', role: 'staff' });
  const ada = await desk.person({ username: 'ada', email: 'ada@example.com', emailVerifiedAt: new Date() });
  await aBusiness(site.db, { slug: 'mint', name: 'Mint Dental' });
  const staff = await openAs(anna, '/staff/prices');
  await staff.getByLabel('Claim, a month', { exact: true }).fill('0');
  await staff.getByLabel('Premium, a year', { exact: true }).fill('500');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  const question = staff.getByRole('dialog', { name: 'Change prices by so much?' });
  for (const said of ['Claim, a month: $25 → $0', 'Premium, a year: $290 → $500']) {
    await question.getByText(said).waitFor();
  }
  await question.getByText('A year of Premium costs more than twelve months.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await staff.getByLabel('Premium, a year', { exact: true }).fill('290');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await staff.getByRole('dialog').getByText('Claim, a month: $25 → $0').waitFor();
  expect(await staff.getByRole('dialog').getByText('a year').count()).toBe(0);
  await staff.getByRole('dialog').getByRole('button', { name: 'Change them' }).click();
  await staff.getByText('Saved. New purchases cost this from now on').first().waitFor();

  const page = await openAs(ada, '/claim-business?business=mint');
  await page.getByText('A claim is free; we only check that the business is yours.').waitFor();
  await page.getByRole('button', { name: 'Claim - free' }).click();
  await page.waitForURL(`${site.url}/claim-received?claim=*`);
  await page.getByText('It costs nothing, and no card is needed.').waitFor();
  await page.getByLabel('What should we know?').fill('I am the dentist.');
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await page.getByText('Thank you. We have it with your claim.').first().waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.locator('main').innerText()).not.toMatch(/charged/);

  await reach(staff, '/staff');
  await staff
    .getByRole('button', { name: /Mint Dental/ })
    .first()
    .click();
  await staff.getByText('I am the dentist.').waitFor();
  await staff.getByText('This claim costs nothing: approving charges no card.').waitFor();
  await staff.getByRole('button', { name: 'Approve', exact: true }).click();
  await staff.getByRole('heading', { name: 'Approve and give Mint Dental away?' }).waitFor();
  await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await staff.getByText('Mint Dental has an owner').first().waitFor();
  await reach(page, '/dashboard');
  await page.getByText("The listing is yours. You'll find it under My Businesses.").waitFor();
  expect(await desk.customersOf(ada)).toEqual([]);
});
