/** An owner buys premium, goes back, manages the plan and cancels it, with the payment sandbox. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import { readEnv } from '#server/env.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { usualPrices } from '#shared/prices.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { sees, toast } from '#tests/support/log-in-page.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { startSandbox } from '../../sandbox/stripe/start-sandbox.ts';

const sandbox = await startSandbox();
const stripeEnv = {
  STRIPE_SECRET_KEY: sandbox.secretKey,
  STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
  STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
  STRIPE_API_BASE: sandbox.url,
};
await setUpCatalogue(stripeClient(readEnv(stripeEnv)), usualPrices);
const site = startTestSite({ env: { ...stripeEnv, DATA_DIR: mkdtempSync(join(tmpdir(), 'alameda-upgrade-')) } });
const browser = openBrowser({ harmless: /status of (4\d\d|503)/ });
afterAll(() => sandbox.stop());

/** Opens the dashboard of an owner with one approved business. */
async function owner(): Promise<Page> {
  const user = await aUser(site.db);
  await aBusiness(site.db, { name: 'Fig & Ladder', ownerId: user.id, status: 'approved' });
  const page = await browser.open(`${site.url}/credits`);
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, user.id), url: site.url, httpOnly: true },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await page.goto(`${site.url}/dashboard`);
  return page;
}

const upgrade = (page: Page, interval: 'Monthly' | 'Yearly') =>
  page.getByRole('button', { name: `Upgrade ${interval}` });

async function pay(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  const name = page.getByLabel(/^(Cardholder )?name/i);
  if ((await name.count()) > 0) await name.fill('Ana Fig');
  const zip = page.getByLabel(/zip/i);
  if ((await zip.count()) > 0) await zip.fill('78212');
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
}

const paid = () => sandbox.sandbox.store.charges.where(({ status }) => status === 'succeeded').length;

test('an owner looks, comes back, then upgrades by the month: once, from two tabs and a double click', async () => {
  const page = await owner();
  await page.getByText('Test payments').waitFor();
  await upgrade(page, 'Yearly').click();
  await page.waitForURL(/\/c\/pay\//);
  await page.getByRole('link', { name: /back/i }).click();
  await page.waitForURL(/\/upgrade-cancelled$/);
  await sees(page, 'No charges were made to your account.');
  expect(await page.getByRole('link', { name: 'View Pricing' }).getAttribute('href')).toBe('/get-listed');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  let opened = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upgrade')) opened++;
  });
  await upgrade(page, 'Monthly').dblclick();
  await page.waitForURL(/\/c\/pay\//);
  expect(opened).toBe(1);
  const address = new URL(page.url()).pathname;
  // The browser's back button: its buttons work, and lead to the same page.
  await page.goBack();
  // A page that is left before all of it has loaded has no place of its own in the history: then the one before comes.
  const before = page.getByRole('link', { name: 'Back to Dashboard' });
  await upgrade(page, 'Monthly').or(before).first().waitFor();
  if (await before.isVisible()) await before.click();
  await upgrade(page, 'Monthly').click();
  await page.waitForURL(/\/c\/pay\//);
  expect(new URL(page.url()).pathname).toBe(address);
  const other = await page.context().newPage();
  await other.goto(`${site.url}/dashboard`);
  await upgrade(other, 'Yearly').waitFor();
  await pay(page);

  await page.waitForURL(/\/upgrade-success\?/);
  await page.getByRole('heading', { name: 'Welcome to Premium!' }).waitFor();
  for (const name of ['Featured placement', 'Priority in search', 'Logo display', 'Enhanced profile'])
    expect(await page.getByRole('listitem').filter({ hasText: name }).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.waitForURL(`${site.url}/dashboard`);
  await page.getByText(/^Next payment for Premium on /).waitFor();
  expect(await upgrade(page, 'Monthly').count()).toBe(0);
  expect(paid()).toBe(1);

  // A tab that stayed open cannot buy a second time.
  await upgrade(other, 'Yearly').click();
  await toast(other, 'You have Premium already. To change or renew it, use Manage billing on your dashboard.');
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.waitForURL(/\/p\/session\//);
  await page.goto(`${site.url}/dashboard`);
  await page.getByText(/^Next payment for Premium on /).waitFor();
  expect(paid()).toBe(1);
});

test('an owner upgrades by the year', async () => {
  const before = paid();
  const page = await owner();
  await upgrade(page, 'Yearly').click();
  await page.waitForURL(/\/c\/pay\//);
  await page.getByText('$290').first().waitFor();
  // A person who leaves the page before it has settled the payment still finds premium on the dashboard.
  let looks = 0;
  await page.route('**/api/checkout/settle', (route) => (++looks === 1 ? undefined : route.continue()));
  await pay(page);
  await page.getByRole('heading', { name: 'Welcome to Premium!' }).waitFor();
  await vi.waitFor(() => expect(looks).toBe(1), 15_000);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByText(/^Next payment for Premium on /).waitFor();
  expect(paid()).toBe(before + 1);
});

test('while Stripe is away the buttons say so', async () => {
  const page = await owner();
  sandbox.control.faults({ failNext: 20 });
  await upgrade(page, 'Monthly').click();
  await toast(
    page,
    'The payment service cannot be reached right now. Nothing was charged; please try again in a minute.',
  );
  sandbox.control.faults({ failNext: 0 });
  await upgrade(page, 'Monthly').waitFor();
});

test('the change to the year waits for the end of the month, and is taken back', async () => {
  const before = paid();
  const page = await owner();
  await upgrade(page, 'Monthly').click();
  await page.waitForURL(/\/c\/pay\//);
  const settled = page.waitForResponse('**/api/checkout/settle');
  await pay(page);
  await settled;
  await page.goto(`${site.url}/dashboard`);
  const box = page.getByRole('region', { name: 'Premium, $29 a month' });
  const opener = box.getByRole('button', { name: 'Switch to yearly: Premium' });
  await opener.click();
  const question = box.getByRole('group');
  await question.getByText(/^Switch to yearly payments on /).waitFor();
  const asked = await question.innerText();
  expect(asked).toMatch(/The payment of \w+ \d+, \d+ is \$290, for a year\./);
  expect(asked).toContain('$290 a year instead of $29 a month, $58 less over a year.');
  expect(await accessibilityFaults(page)).toEqual([]);
  // Nothing is planned before the yes.
  await question.getByRole('button', { name: 'Leave it as it is' }).click();
  await hasFocus(opener);
  await box.getByText(/^Next payment on /).waitFor();
  await opener.click();
  await question.getByRole('button', { name: 'Switch to yearly' }).click();
  await page.getByText(/^Changes to \$290 a year on /).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stay monthly' }).click();
  await page.getByText(/^Next payment on /).waitFor();
  expect(paid()).toBe(before + 1);
});
