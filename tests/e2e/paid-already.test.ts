/** The pages of a payment know what an account has paid, in every browser, and say calmly when there is nothing. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { startSandbox } from '../../sandbox/stripe/start-sandbox.ts';

const sandbox = await startSandbox();
const site = startTestSite({
  env: {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_JS_URL: sandbox.jsUrl,
  },
});
const browser = openBrowser({ harmless: /status of 4\d\d|net::ERR_FAILED/ });

beforeAll(() => sandbox.control.webhook({ url: `${site.url}/api/stripe/webhook` }));
afterAll(() => sandbox.stop());

const fields = (page: Page) => page.frameLocator('iframe').first();
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

/** The sign above the heading, which itself stays whatever happened. */
const mark = (page: Page) => page.getByRole('main').locator('svg[data-how]').getAttribute('data-how');

async function fillIn(page: Page, email: string) {
  await page.getByLabel('Business name').fill('Jam');
  await page.getByLabel('Email').fill(email);
  const frame = fields(page);
  await frame.getByLabel('Card number').fill('4242424242424242');
  await frame.getByLabel('Expiration').fill('12 / 40');
  await frame.getByLabel('CVC').fill('123');
}

test('an account that has paid $99 is known after a reload, after Back, and in another browser', async () => {
  const user = await aUser(site.db, { email: 'nia@example.com', emailVerifiedAt: null });
  const session = await aSession(site.db, user.id);
  const page = await browser.open(`${site.url}/checkout?plan=premium`, { session });
  await fields(page).getByLabel('Card number').waitFor();
  await fillIn(page, 'nia@example.com');
  await payButton(page).click();
  await page.waitForURL(/\/payment-success\?/);
  await page.getByText(/^\$99 paid, order/).waitFor();
  await page.reload();
  await page.getByText(/^\$99 paid, order/).waitFor();
  expect(await mark(page)).toBe('good');
  const note = 'You have paid for a Premium listing for Jam already';
  await page.goBack();
  await page.getByText(note).waitFor();
  await page.reload();
  await page.getByText(note).waitFor();
  await page.goForward();
  await page.getByText(/^\$99 paid, order/).waitFor();

  const elsewhere = await browser.open(`${site.url}/payment-success?plan=premium`, { session });
  await elsewhere.getByText(/^\$99 paid, order/).waitFor();
  for (const plan of ['standard', 'premium']) {
    await elsewhere.goto(`${site.url}/checkout?plan=${plan}`);
    await elsewhere.getByText(note).waitFor();
  }
});

test('who has paid nothing gets no mark of success, and reads where to go', async () => {
  const page = await browser.open(`${site.url}/payment-success?plan=premium`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByText('We see no payment from this browser, and nothing is ordered.').waitFor();
  expect(await mark(page)).toBe('unknown');
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to Payment' }).click();
  await page.getByRole('button', { name: 'Pay $99' }).waitFor();

  const session = await aSession(site.db, (await aUser(site.db)).id);
  const signedIn = await browser.open(`${site.url}/payment-success`, { session });
  await signedIn.getByText('We see no payment from this browser or from your account').waitFor();
  await signedIn.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).waitFor();
});
