/** Staff read at once that a claim they approve is not paid, and an owner whose renewal was declined cancels the plan on the dashboard. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { subscriptions } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { ClaimDesk, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

vi.setConfig({ testTimeout: 150_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
const viewport = { width: 390, height: 844 };
let desk: ClaimDesk;
beforeAll(() => {
  desk = new ClaimDesk(site, sandbox);
});
afterAll(() => sandbox.stop());

test('an approval whose card is declined says so, and the history of the listing, too', async () => {
  const bob = await desk.person({ username: 'bob' });
  const shop = await aBusiness(site.db, { name: 'Corner Shop' });
  const { sessionId } = await answerOf<{ sessionId: string }>(await desk.start(bob, shop.id));
  await desk.pay(sessionId, 'pm_card_chargeCustomerFail');
  await desk.settle();
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport });
  await page.getByRole('button', { name: /Corner Shop/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Approve and charge $25?' });
  await asked.getByRole('button', { name: 'Approve', exact: true }).click();
  await page
    .getByText('Corner Shop has an owner, but the payment did not go through: nothing is paid.')
    .first()
    .waitFor();
  await page.goto(`${site.url}/staff/businesses/${shop.id}`);
  await page.getByText('The first payment of the claim did not go through: nothing is paid').first().waitFor();
  expect(await desk.chargedCents(bob)).toBe(0);
});

test('Premium whose renewal was declined is canceled on the dashboard, which names its last day', async () => {
  const ada = await desk.person({ username: 'ada' });
  await aBusiness(site.db, { ownerId: ada.user.id, status: 'approved', name: 'Fern Bakery' });
  const { url } = await answerOf<{ url: string }>(
    await ada.browser.post('/api/upgrade', { body: { interval: 'monthly' } }),
  );
  const params = { payment_method: 'pm_card_visa', expected_amount: 2900 };
  await desk.stripe.rawRequest('POST', `/v1/payment_pages/${url.match(/cs_\w+/)?.[0]}/confirm`, params);
  await desk.settle();
  const customer = only(await desk.customersOf(ada), 'customer').id;
  const { data } = await desk.stripe.subscriptions.list({ customer });
  const plan = only(data, 'subscription').id;
  const bad = await desk.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await desk.stripe.subscriptions.update(plan, { default_payment_method: bad.id });
  sandbox.control.advance({ seconds: 31.5 * 86_400 });
  await desk.settle();
  const row = (await site.db.select().from(subscriptions)).find(({ id }) => id === plan);
  const day = formatDate(new Date((row?.paidThrough?.getTime() ?? 0) + 14 * dayMs), desk.services.city.facts.timeZone);

  const page = await openAs({ site, browser }, ada.user, '/dashboard', { viewport });
  await page.getByRole('region', { name: 'Your last payment did not go through' }).waitFor();
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.getByText(`It stays as it is until ${day}`).waitFor();
  await plans.getByRole('button', { name: 'Cancel Premium for all your listings, $29 a month' }).click();
  await plans.getByText(`End it on ${day}?`).waitFor();
  await plans
    .getByText('The payment that did not go through is not tried again, and nothing more is paid for it.')
    .waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await plans.getByRole('button', { name: 'Cancel this plan' }).click();
  await page.getByRole('region', { name: `Premium ends on ${day}` }).waitFor();
  expect(await page.getByText('did not go through').count()).toBe(0);
  await desk.settle();
  const { latest_invoice } = await desk.stripe.subscriptions.retrieve(plan);
  expect((await desk.stripe.invoices.retrieve(String(latest_invoice))).next_payment_attempt).toBeNull();
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await plans.getByText(`It stays as it is until ${day}`).waitFor();
});
