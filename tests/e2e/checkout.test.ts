/** The payment page with the payment sandbox: a payment, a refusal, a bank's confirmation, and the pages that follow. */
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { orderProof } from '#features/listing-orders/server/order-cookie.ts';
import { listingOrders } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { sees, toast } from '#tests/support/log-in-page.ts';
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
// A payment for an unknown plan is refused; the page only logs it (docs/product-rules.md#payment-page).
const browser = openBrowser({ harmless: /status of 4\d\d|The payment could not be started/ });

beforeAll(() => sandbox.control.webhook({ url: `${site.url}/api/stripe/webhook` }));
afterAll(() => sandbox.stop());

/** Long enough for a busy machine. */
const soon = { timeout: 15_000 };

const fields = (page: Page) => page.frameLocator('iframe').first();
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

async function fillCard(page: Page, number: string) {
  const frame = fields(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration').fill('12 / 40');
  await frame.getByLabel('CVC').fill('123');
}

async function answerBank(page: Page, button: 'Complete' | 'Fail') {
  const bank = page.getByRole('dialog', { name: 'Confirm your payment' });
  await bank.waitFor();
  await page.frameLocator('iframe[title="Confirm your payment"]').getByRole('button', { name: button }).click();
  await bank.waitFor({ state: 'detached' });
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('the part is not on the page');
  return box;
}

const aPaidOrder = { plan: 'standard', amountCents: 4900, status: 'paid', paidAt: new Date() } as const;
const orders = () => site.db.select().from(listingOrders).orderBy(listingOrders.id);
const succeeded = () => sandbox.sandbox.store.charges.where(({ status }) => status === 'succeeded');

test('a visitor pays once, however often the button is pressed, and reads what happens next', async () => {
  const page = await browser.open(`${site.url}/checkout?plan=premium`);
  await sees(page, 'Complete Your Payment');
  await fields(page).getByLabel('Card number').waitFor();
  expect(await page.getByText('Premium listing').count()).toBe(1);
  expect(await page.getByRole('region', { name: 'Order Summary' }).getByText('$99').count()).toBe(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Business name').fill('Fig & Ladder');
  await page.getByLabel('Email').fill('nowhere');
  await fillCard(page, '4242424242424242');
  await payButton(page).click();
  await sees(page, 'Please enter a valid email address');
  await page.getByLabel('Email').fill('ana@example.com');
  await payButton(page).dblclick();

  await page.waitForURL(/\/payment-success\?/);
  await toast(page, 'Thank you for your Premium listing purchase!');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  // The address brings the buyer's mailbox to the page, and drops it once the payment is looked at.
  await expect.poll(() => new URL(page.url()).search, soon).toBe('?plan=premium');
  await page.getByText(/^\$99 paid, order [0-9A-F]{8}\. The receipt goes to ana@example\.com\.$/).waitFor();
  await expect
    .poll(orders, soon)
    .toMatchObject([
      { status: 'paid', plan: 'premium', amountCents: 9900, email: 'ana@example.com', businessName: 'Fig & Ladder' },
    ]);
  await expect.poll(async () => (await orders())[0]?.confirmationSentAt, soon).not.toBeNull();
  expect(succeeded()).toMatchObject([{ amount: 9900 }]);
  expect(await accessibilityFaults(page)).toEqual([]);

  // Words of the address are nobody's: the page says what the server knows.
  const tab = await page.context().newPage();
  await tab.goto(`${site.url}/payment-success?plan=standard&email=x%40y.example&business=Hack`);
  await tab.getByText(/^\$99 paid, order [0-9A-F]{8}\. The receipt goes to ana@example\.com\.$/).waitFor();
  await tab.getByText('Thank you for your Premium listing purchase.').waitFor();
  // A return that failed, by its address, of a payment that was made.
  await tab.goto(`${site.url}/payment-success?redirect_status=failed&plan=premium`);
  await tab.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await tab.close();

  // The browser's back button leads to a new payment, not to the one that is made.
  await page.goBack();
  await page.getByRole('button', { name: 'Pay $99' }).waitFor();
  expect((await orders()).map(({ status }) => status)).toEqual(['paid', 'pending']);
});

test('a refused card, a bank that is told no, then one that is told yes: the form stays usable throughout', async () => {
  const before = succeeded().length;
  const page = await browser.open(`${site.url}/checkout`, { viewport: { width: 390, height: 844 } });
  await fields(page).getByLabel('Card number').waitFor();
  await fillCard(page, '4000000000000002');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pay Without Email' }).click();
  await toast(page, 'Payment Failed');
  await toast(page, 'Your card was declined.');
  await page.getByText('Your card was declined. That did not go through, and nothing was charged.').waitFor();
  await expect.poll(() => payButton(page).isEnabled(), soon).toBe(true);

  await fillCard(page, '4000002500003155');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Processing...' }).waitFor();
  await answerBank(page, 'Fail');
  await page
    .getByText(/^We are unable to authenticate/)
    .first()
    .waitFor();
  await expect.poll(() => payButton(page).isEnabled(), soon).toBe(true);
  expect(succeeded()).toHaveLength(before);

  await payButton(page).click();
  await answerBank(page, 'Complete');
  await page.waitForURL(`${site.url}/payment-success?plan=standard`);
  await toast(page, 'Thank you for your Standard listing purchase!');
  await page.getByText(/^\$49 paid, order/).waitFor();
  const thanks = await boxOf(page.getByRole('listitem').filter({ hasText: 'Payment Successful' }));
  for (const next of ['Tell Us About Your Business', 'Browse Directory', 'Return to Home']) {
    const { y, height } = await boxOf(page.getByRole('main').getByRole('link', { name: next }));
    expect(thanks.y + thanks.height <= y || thanks.y >= y + height, next).toBe(true);
  }
  const { y: headerY, height: headerHeight } = await boxOf(page.getByRole('banner'));
  expect(thanks.y).toBeGreaterThanOrEqual(headerY + headerHeight - 1);
  await expect.poll(async () => (await orders()).at(-1)?.status, soon).toBe('paid');
  expect(succeeded()).toHaveLength(before + 1);

  await page.getByRole('link', { name: 'Tell Us About Your Business' }).click();
  await sees(page, 'Tell us about your business');
  // A slip of the thumb does not begin the work.
  await page.getByRole('button', { name: 'Send' }).click();
  await sees(page, 'Please enter the name');
  const about = page.getByLabel('What should neighbors know?');
  const isTold = 'Please write at least one line: what you do, where you are, or when you are open';
  await expect
    .poll(() =>
      about.evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
      ),
    )
    .toContain(isTold);
  await page.getByLabel('Opening hours').fill('Mon to Fri 9 AM to 5 PM');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => page.getByText(isTold).count()).toBe(0);
  await sees(page, 'Please enter the name');
  await page.getByLabel('Business name').fill('Fig & Ladder');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => page.getByLabel('Opening hours').inputValue()).toBe('Mon to Fri 9 AM to 5 PM');
  // An address that nobody could find is asked about once, and goes when it is sent again.
  await page.getByLabel('Address').fill('asdf');
  await page.getByLabel('Website').fill('figladder');
  await page.getByRole('button', { name: 'Send' }).click();
  await sees(page, 'This has no house number: can people find it? Send it again if it is right.');
  await sees(page, 'This is not a web address. Did you mean https://figladder.com? Send it again if it is right.');
  await expect.poll(() => page.getByLabel('Address').evaluate((field) => field === document.activeElement)).toBe(true);
  expect((await orders()).at(-1)?.details).toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/^Thank you, we have it\./).waitFor();
  await page.getByText(/Still missing: a phone number and a few words about the business\./).waitFor();
  expect((await orders()).at(-1)?.details).toMatchObject({
    ...{ name: 'Fig & Ladder', hours: 'Mon to Fri 9 AM to 5 PM', address: 'asdf' },
  });
  await page.getByRole('link', { name: 'Change What You Sent' }).click();
  await page.getByRole('button', { name: 'Send the Changes' }).waitFor();
  expect(await page.getByLabel('Business name').inputValue()).toBe('Fig & Ladder');
});

test('a listing that we wrote is made one’s own by the link of its mail, and its order stands on the dashboard before', async () => {
  const user = await aUser(site.db, { email: 'bo@example.com', emailVerifiedAt: new Date() });
  const session = await aSession(site.db, user.id);
  const [order] = await site.db
    .insert(listingOrders)
    .values({ ...aPaidOrder, businessName: 'Plum Bar', paidAt: new Date(Date.now() - 60_000), userId: user.id })
    .returning();
  const id = order?.id ?? '';
  const page = await browser.open(`${site.url}/dashboard`, { session, viewport: { width: 390, height: 844 } });
  const waits = page.getByRole('region', { name: 'We Write These for You' });
  await waits.getByText('Standard listing, paid. We wait for what it is to say.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await waits.getByRole('link', { name: 'Tell us about your business: Plum Bar' }).click();
  await sees(page, 'Tell us about your business');

  const plum = await aBusiness(site.db, { name: 'Plum Bar', ownerId: null });
  await site.db
    .update(listingOrders)
    .set({ status: 'handled', businessId: plum.id, userId: null })
    .where(eq(listingOrders.id, id));
  await page.goto(`${site.url}/listing-details?order=${await orderProof(site.db, id)}`);
  await sees(page, 'Your listing is set up');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make It Yours' }).click();
  await toast(page, 'Plum Bar is yours now.');
  await page.waitForURL('**/dashboard');
  await page.getByRole('article', { name: 'Plum Bar', exact: true }).waitFor();
});

test('who signed up to take a paid listing is led back to it by confirming the address, and by the dashboard', async () => {
  const plum = await aBusiness(site.db, { name: 'Quince Bar', ownerId: null });
  const paid = { ...aPaidOrder, businessName: 'Quince Bar', paidAt: new Date(Date.now() - 60_000) };
  const [order] = await site.db
    .insert(listingOrders)
    .values({ ...paid, status: 'handled', businessId: plum.id })
    .returning();
  const user = await aUser(site.db, { email: 'bea@example.com', emailVerifiedAt: null });
  const session = await aSession(site.db, user.id);
  const link = `${site.url}/listing-details?order=${await orderProof(site.db, order?.id ?? '')}`;
  const page = await browser.open(link, { session, viewport: { width: 390, height: 844 } });
  await page.getByText('Please confirm your email address first').waitFor();
  const token = await makeLinkToken(site.db, { userId: user.id, purpose: 'verify-email', now: new Date() });
  await page.goto(`${site.url}/verify-email?token=${token}`);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  const waits = page.getByRole('region', { name: 'Your paid listing' });
  await waits.getByText('Quince Bar is paid and set up.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await waits.getByRole('link', { name: 'Go to It' }).click();
  await page.getByRole('button', { name: 'Make It Yours' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('article', { name: 'Quince Bar', exact: true }).waitFor();
  expect(await waits.count()).toBe(0);
});

test('a browser that paid nothing is told so, and not what somebody wrote into the address', async () => {
  const page = await browser.open(`${site.url}/payment-success?plan=premium&email=x%40y.example&business=Nobody`);
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page.getByText('We see no payment from this browser, and nothing is ordered.').waitFor();
  expect(new URL(page.url()).search).toBe('?plan=premium');
  expect(await page.getByText('Thank you for your').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Tell Us About Your Business' }).count()).toBe(0);
});

test('without script the mailed link asks what a paid listing is to say, and keeps what was typed', async () => {
  const [order] = await site.db.insert(listingOrders).values(aPaidOrder).returning();
  const link = `${site.url}/listing-details?order=${await orderProof(site.db, order?.id ?? '')}`;
  const page = await browser.open(link, { script: false });
  await page.getByLabel('Business name').fill('Oak Bread');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByText('Please write at least one line').waitFor();
  expect(await page.getByLabel('Business name').inputValue()).toBe('Oak Bread');
  await page.getByLabel('What should neighbors know?').fill('Bread since 1974.');
  await page.getByLabel('Business name').fill('');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByText('Please enter the name').waitFor();
  expect(await page.getByLabel('What should neighbors know?').inputValue()).toBe('Bread since 1974.');
  await page.getByLabel('Business name').fill('Oak Bread');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/^Thank you, we have it\./).waitFor();
  await page.goto(link);
  expect(await page.getByLabel('What should neighbors know?').inputValue()).toBe('Bread since 1974.');
  await page.getByText('Still missing: the address, a phone number, and the opening hours.').waitFor();
  await page.goto(`${site.url}/listing-details?order=nobody`);
  await sees(page, 'We know of no payment here');
});

test('a plan that there is not costs 0 and goes on loading; a failed return says so', async () => {
  const page = await browser.open(`${site.url}/checkout?plan=gold`);
  const refused = page.waitForResponse('**/api/create-payment-intent');
  await page.reload();
  expect((await refused).status()).toBe(400);
  await sees(page, 'Loading payment form...');
  expect(await page.getByRole('region', { name: 'Order Summary' }).getByText('$0').count()).toBe(2);
  expect(await page.getByText('Complete Your Payment').count()).toBe(0);

  await page.goto(`${site.url}/payment-success?payment_intent=pi_1&redirect_status=failed`);
  await page.getByRole('heading', { name: 'Payment Failed' }).waitFor();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.getByRole('button', { name: 'Pay $49' }).waitFor();
});

test('the card fields follow the theme', async () => {
  const page = await browser.open(`${site.url}/checkout?plan=standard`, { colorScheme: 'light' });
  const number = fields(page).getByLabel('Card number');
  await number.fill('4242');
  const color = () => number.evaluate((input) => getComputedStyle(input).color);
  const light = await color();
  await page.getByRole('button', { name: 'Use dark colors' }).click();
  await expect.poll(color, soon).not.toBe(light);
  await page.getByRole('button', { name: 'Use light colors' }).click();
  await expect.poll(color, soon).toBe(light);
  expect(await number.inputValue()).toBe('4242');
});
