/** The sandbox's payment page fits a phone. */
import Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { startSandboxWithPrices } from '#tests/support/claim-desk.ts';
import { openBrowser } from '#tests/support/site.ts';

const sandbox = await startSandboxWithPrices();
afterAll(() => sandbox.stop());
const browser = openBrowser();

test('a long email address widens nothing', async () => {
  const { hostname, port } = new URL(sandbox.url);
  const stripe = new Stripe(sandbox.secretKey, { host: hostname, port, protocol: 'http' });
  const [price] = (await stripe.prices.list({ limit: 1 })).data;
  const email = 'bookkeepingandorders@figandladderofolmospark.example';
  const { id: customer } = await stripe.customers.create({ email });
  const { url } = await stripe.checkout.sessions.create({
    ...{ mode: 'subscription', customer, line_items: [{ price: price?.id ?? '', quantity: 1 }] },
    ...{ success_url: 'https://site.example/done', cancel_url: 'https://site.example/back' },
  });
  const page = await browser.open(url ?? '', { script: false, viewport: { width: 390, height: 844 } });
  expect(await page.getByText(email).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
