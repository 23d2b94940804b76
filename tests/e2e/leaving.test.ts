/** Deleting an account whose plans still run: the account page names them, asks twice, and does what the owner chose. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { setUpCatalogue } from '#features/billing/server/set-up-catalogue.ts';
import { syncRun } from '#features/billing/server/stripe-syncs.ts';
import { syncSubscription } from '#features/billing/server/sync-subscription.ts';
import { accountDeletions, billingCustomers, newsletterSubscribers, users } from '#server/db/schema/index.ts';
import { readEnv } from '#server/env.ts';
import { stripeClient } from '#server/stripe/stripe-client.ts';
import { usualPrices } from '#shared/prices.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { User } from '#tests/factories/a-user.ts';
import { stripeEnv } from '#tests/support/claim-desk.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { logInPage, password, toast } from '#tests/support/log-in-page.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { testServices } from '#tests/support/test-services.ts';
import { startSandbox } from '../../sandbox/stripe/start-sandbox.ts';

vi.setConfig({ testTimeout: 120_000 });

const sandbox = await startSandbox();
const env = stripeEnv(sandbox);
const stripe = stripeClient(readEnv(env));
await setUpCatalogue(stripe, usualPrices);
const site = startTestSite({ env: { ...env, DATA_DIR: mkdtempSync(join(tmpdir(), 'alameda-leaving-')) } });
const browser = openBrowser({ harmless: /status of (4\d\d|503)/ });
const { aPerson, signedIn } = logInPage(site, browser);
afterAll(() => sandbox.stop());

/** With premium by the month, a listing that shows the account's address, and the newsletter. */
async function aPremiumOwner(): Promise<User> {
  const person = await aPerson({ emailVerifiedAt: new Date() });
  const { id: userId, email } = person;
  await aBusiness(site.db, { name: 'García Bakery', ownerId: userId, status: 'approved', email });
  await site.db.insert(newsletterSubscribers).values({ email });
  const customer = await stripe.customers.create({ email, metadata: { user_id: userId } });
  await site.db.insert(billingCustomers).values({ userId, stripeCustomerId: customer.id });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const { data: prices } = await stripe.prices.list({ lookup_keys: ['owner_premium_month'] });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: prices[0]?.id ?? '' }],
    default_payment_method: method.id,
    metadata: { kind: 'owner_premium', user_id: userId },
  });
  await syncSubscription(syncRun(testServices({ db: site.db }, { env })), subscription.id);
  return person;
}

const section = 'Delete account';

for (const width of [390, 1440]) {
  test(`at ${width} px an owner ends the plan with its time, takes that back, then leaves at once`, async () => {
    const person = await aPremiumOwner();
    const page = await signedIn(person.email);
    await page.setViewportSize({ width, height: 900 });
    const leaving = page.getByRole('region', { name: section });
    await leaving.getByText('Premium for all your listings').waitFor();
    await leaving.getByText(/\$29 a month, paid until/).waitFor();
    expect(await page.getByText('has to be canceled first').count()).toBe(0);
    await leaving.getByText('An address of yours is the public contact of García Bakery.').waitFor();
    await leaving.getByText('that costs $25 a month, also for what is free now').waitFor();
    await leaving.getByRole('link', { name: 'Hand over García Bakery' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    // The page sends nothing before the owner has chosen.
    await leaving.getByLabel('Your Password').fill(password);
    const send = leaving.getByRole('button', { name: 'Delete My Account' });
    await send.click();
    await leaving.getByText('Please choose what happens to the time you have paid for').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await leaving.getByRole('radio', { name: /^End on/ }).check();
    await send.click();
    const question = page.getByRole('dialog', { name: /^Delete your account on/ });
    await question.getByText(/Premium for all your listings ends on/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // Enter twice in the password field must not delete anything.
    await hasFocus(question.getByRole('button', { name: 'Go Back' }));
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });
    expect(await site.db.$count(accountDeletions)).toBe(0);
    await send.click();
    await question.getByRole('button', { name: /^Yes, Delete on/ }).click();
    await leaving.getByText(/^Your account will be deleted on/).waitFor();
    expect(await site.db.$count(accountDeletions, eq(accountDeletions.userId, person.id))).toBe(1);
    await page.reload();
    await leaving.getByRole('button', { name: 'Keep My Account' }).click();
    await toast(page, 'Your account stays, and your plans go on.');
    // The payment service has not been asked yet.
    expect(await leaving.getByText('ends then').count()).toBe(0);
    expect(await site.db.$count(accountDeletions)).toBe(0);

    await leaving.getByRole('radio', { name: /^Delete now/ }).check();
    await leaving.getByText('$29 for the unused time goes back to your card.').waitFor();
    await leaving.getByLabel('Your Password').fill('not the password');
    await send.click();
    const now = page.getByRole('dialog', { name: 'Delete your account now?' });
    await now.getByText('Your bills are out of reach afterwards.').waitFor();
    expect(await now.getByRole('link', { name: 'Save those that you need' }).getAttribute('href')).toBe(
      '/dashboard/bills',
    );
    await now.getByText('ends now, and $29 goes back to your card.').waitFor();
    await now.getByRole('button', { name: 'Yes, Delete Now' }).click();
    await leaving.getByText('This is not your password.').waitFor();
    await leaving.getByLabel('Your Password').fill(password);
    await send.click();
    await now.getByRole('button', { name: 'Yes, Delete Now' }).click();
    await page.waitForURL(`${site.url}/`);
    await toast(page, 'Your account is deleted.');
    expect(await site.db.$count(users, eq(users.id, person.id))).toBe(0);
    expect(await site.db.$count(newsletterSubscribers)).toBe(0);
  });
}
