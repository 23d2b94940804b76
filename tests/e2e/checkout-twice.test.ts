/** A payment that the page knows nothing about, because another tab made it or its answer was lost, is neither called failed nor made twice. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingOrders } from '#server/db/schema/index.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
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
const succeeded = () => sandbox.sandbox.store.charges.where(({ status }) => status === 'succeeded');

async function fillIn(page: Page, email: string) {
  await page.getByLabel('Business name').fill('Jam');
  await page.getByLabel('Email').fill(email);
  const frame = fields(page);
  await frame.getByLabel('Card number').fill('4242424242424242');
  await frame.getByLabel('Expiration').fill('12 / 40');
  await frame.getByLabel('CVC').fill('123');
}

test('a payment that another tab has made is not called failed, and a second one says so before', async () => {
  const first = await browser.open(`${site.url}/checkout`);
  await fields(first).getByLabel('Card number').waitFor();
  const second = await first.context().newPage();
  await second.goto(`${site.url}/checkout`);
  await fields(second).getByLabel('Card number').waitFor();
  const before = succeeded().length;
  await fillIn(first, 'jo@example.com');
  await payButton(first).click();
  await first.waitForURL(/\/payment-success\?/);
  await fillIn(second, 'shop-b@example.com');
  await second.getByLabel('Business name').fill('Shop B');
  await payButton(second).click();
  await second.getByText('You have paid for a listing in another window').first().waitFor();
  const [order] = await site.db.select().from(listingOrders);
  expect(order).toMatchObject({ email: 'jo@example.com', businessName: 'Jam' });
  expect(succeeded()).toHaveLength(before + 1);
  await second.goto(`${site.url}/checkout`);
  await second.getByText('You have paid for a Standard listing for Jam already').waitFor();
  await second.getByRole('link', { name: 'Tell us what it is to say' }).click();
  await second.getByRole('heading', { name: 'Tell us about your business' }).waitFor();
});

test('a window whose payment another one has replaced says so, and charges nothing', async () => {
  const first = await browser.open(`${site.url}/checkout`);
  await fields(first).getByLabel('Card number').waitFor();
  const second = await first.context().newPage();
  await second.goto(`${site.url}/checkout?plan=premium`);
  await fields(second).getByLabel('Card number').waitFor();
  const before = succeeded().length;
  await fillIn(first, 'sam@example.com');
  await payButton(first).click();
  await first.getByRole('main').getByText('Another window of yours has begun another payment').waitFor();
  expect(await first.getByText('Please check the card').count()).toBe(0);
  expect(succeeded()).toHaveLength(before);
  await fillIn(second, 'sam@example.com');
  await payButton(second).click();
  await second.waitForURL(/\/payment-success\?/);
  expect(succeeded()).toHaveLength(before + 1);
});

test('a payment whose answer is lost is not called failed', async () => {
  const page = await browser.open(`${site.url}/checkout`);
  await fields(page).getByLabel('Card number').waitFor();
  await fillIn(page, 'lou@example.com');
  const before = succeeded().length;
  const isPayment = /\/v1\/payment_intents\/pi_/;
  await page.context().route(isPayment, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await payButton(page).click();
  await page.getByText('We do not know yet whether you have paid.').first().waitFor();
  expect(succeeded()).toHaveLength(before + 1);
  await page.context().unroute(isPayment);
  await payButton(page).click();
  await page.waitForURL(/\/payment-success\?/);
  expect(succeeded()).toHaveLength(before + 1);
});

test('who goes back to the payment page and forward again still has paid', async () => {
  const page = await browser.open(`${site.url}/checkout`);
  await fields(page).getByLabel('Card number').waitFor();
  await fillIn(page, 'kim@example.com');
  await payButton(page).click();
  await page.waitForURL(/\/payment-success\?/);
  const paidAt = page.url();
  await page.getByRole('link', { name: 'Tell Us About Your Business' }).waitFor();
  // The first look begins another payment, the second goes on with it.
  for (let look = 0; look < 2; look++) {
    await page.goto(`${site.url}/checkout`);
    await page.getByText('You have paid for a Standard listing for Jam already').waitFor();
    await fields(page).getByLabel('Card number').waitFor();
  }
  await page.goto(paidAt);
  await page.getByRole('link', { name: 'Tell Us About Your Business' }).click();
  await page.getByRole('heading', { name: 'Tell us about your business' }).waitFor();
  expect(await page.getByText('We see no payment from this browser').count()).toBe(0);
});

test('a card that is not whole is refused with the reason, and an empty email is asked about once, before the charge', async () => {
  const charges = () => sandbox.sandbox.store.charges.where(() => true).length;
  const before = charges();
  const page = await browser.open(`${site.url}/checkout`, { viewport: { width: 390, height: 844 } });
  await fields(page).getByLabel('Card number').waitFor();
  await payButton(page).click();
  const main = page.getByRole('main');
  await main.getByText('Your card number is incomplete. That did not go through, and nothing was charged.').waitFor();

  await fillIn(page, '');
  await payButton(page).dblclick();
  const question = page.getByText('Without an email address only this browser knows your order. Pay without one?');
  await expect.poll(() => question.evaluate((words) => words === document.activeElement)).toBe(true);
  expect(await main.getByText('That did not go through').count()).toBe(0);
  // The refusal of the try before does not lie over the question.
  await expect.poll(() => page.getByText('Your card number is incomplete.').count()).toBe(0);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Enter an Email' }).click();
  await expect.poll(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true);
  await payButton(page).click();
  await question.waitFor();
  expect(charges()).toBe(before);
  // The answer holds for the next try after a declined card.
  await fields(page).getByLabel('Card number').fill('4000000000000002');
  await page.getByRole('button', { name: 'Pay Without Email' }).click();
  await main.getByText('Your card was declined. That did not go through').waitFor();
  await fields(page).getByLabel('Card number').fill('4242424242424242');
  await payButton(page).click();
  await page.waitForURL(`${site.url}/payment-success?plan=standard&business=Jam`);
  await page.getByText('You left no email address').waitFor();
});
