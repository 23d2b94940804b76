/** A claim becomes Claim Premium and back on a phone, by the keyboard alone: asked before, taken back after. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { subscriptions } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { ClaimDesk, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { keyboardFaults } from '#tests/support/keyboard-faults.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

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

test('the dashboard changes a claim to Claim Premium with its next period, and takes that back', async () => {
  const ada = await desk.person({ username: 'ada', email: 'ada@fern.example', emailVerifiedAt: new Date() });
  const listing = await aBusiness(site.db, { slug: 'fern', name: 'Fern Bakery', website: 'https://www.fern.example' });
  await desk.paidClaim(ada, listing.id);
  await desk.settle();
  const [customer] = await desk.customersOf(ada);
  await desk.stripe.customers.createBalanceTransaction(customer?.id ?? '', { amount: -1000, currency: 'usd' });
  const [subscription] = (await desk.stripe.subscriptions.list({ limit: 1 })).data;
  const end = subscription?.items.data[0]?.current_period_end ?? 0;
  const day = formatDate(new Date(end * 1000), desk.services.city.facts.timeZone);

  const page = await openAs({ site, browser }, ada.user, '/dashboard', { viewport });
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.getByText('Your credit of $10 is taken off the next payment: $15 is left to pay.').waitFor();
  const opener = plans.getByRole('button', { name: 'Change to Claim Premium: Fern Bakery' });
  const press = async (key: string, times = 1) => {
    for (let done = 0; done < times; done++) await page.keyboard.press(key);
  };
  await opener.focus();
  await press('Enter');
  const question = plans.getByText(`Change it to Claim Premium on ${day}?`);
  await question.waitFor();
  const asked = await plans.getByRole('group').innerText();
  expect(asked).toContain('Until then everything stays as it is, and nothing is charged');
  expect(asked).toContain(`The payment of ${day} is the first at the new price, $50 a month instead of $25.`);
  expect(asked).toContain('Your credit of $10 is taken off the next payment: $40 is left to pay.');
  expect(asked).toContain('the listing gains Premium: featured placement, priority in search');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  expect(await keyboardFaults(page, 'fieldset')).toEqual([]);

  const leave = plans.getByRole('button', { name: 'Leave it as it is' });
  await leave.focus();
  await press('Enter');
  await hasFocus(opener);
  await press('Enter');
  await question.waitFor();
  await press('Tab');
  await hasFocus(plans.getByRole('button', { name: 'Change to Claim Premium', exact: true }));
  await press('Enter');
  await plans.getByText(`Becomes Claim Premium on ${day}: $50 a month. Nothing is charged before.`).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await plans.getByRole('button', { name: 'Cancel Claim: Fern Bakery, $25 a month' }).click();
  await plans.getByText('The change to Claim Premium is dropped as well.').waitFor();
  await plans.getByRole('button', { name: 'Go on with it' }).click();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await desk.settle();
  expect(await desk.chargedCents(ada)).toBe(2500);

  await plans.getByRole('button', { name: 'Keep Claim: Fern Bakery, $25 a month' }).focus();
  await press('Enter');
  await plans.getByText(`Next payment on ${day}.`).waitFor();
  await opener.waitFor();
  await desk.settle();

  // The price rises while the page is open.
  await page.route('**/api/billing/claim', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), amountCents: 4000 }) }),
  );
  await opener.click();
  await plans.getByRole('button', { name: 'Change to Claim Premium', exact: true }).click();
  const said = 'Claim Premium costs $50 a month now. Please reload the page and choose again.';
  await page.getByText(said, { exact: true }).waitFor();
});

test('while Premium for all listings is ending, a claim says from which day on it can become Claim Premium, and what Keep my plan drops', async () => {
  const bea = await desk.person({ username: 'bea', email: 'bea@moss.example', emailVerifiedAt: new Date() });
  const listing = await aBusiness(site.db, { slug: 'moss', name: 'Moss Books', website: 'https://www.moss.example' });
  await desk.paidClaim(bea, listing.id);
  await desk.settle();
  const isHers = eq(subscriptions.userId, bea.user.id);
  const [claim] = await site.db.select().from(subscriptions).where(isHers);
  const dueAt = found(claim?.paidThrough, 'paid time');
  const words = (at: Date) => formatDate(at, desk.services.city.facts.timeZone);
  const end = new Date(dueAt.getTime() + 5 * 86_400_000);
  await site.db.insert(subscriptions).values({
    ...{ id: 'sub_moss', userId: bea.user.id, kind: 'owner_premium', status: 'active' },
    ...{ priceKey: 'owner_premium_month', priceCents: 2900, paidThrough: end, endsAt: end },
  });
  const page = await openAs({ site, browser }, bea.user, '/dashboard', { viewport });
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.getByText(`Premium for all your listings covers this one until ${words(end)}`).waitFor();
  await plans.getByText(`From ${words(dueAt)} on you can switch to it here`).waitFor();

  const sooner = new Date(dueAt.getTime() - 5 * 86_400_000);
  await site.db.update(subscriptions).set({ endsAt: sooner }).where(eq(subscriptions.id, 'sub_moss'));
  await page.reload();
  await plans.getByRole('button', { name: 'Change to Claim Premium: Moss Books' }).click();
  const asked = await plans.getByRole('group').innerText();
  expect(asked).toContain(
    `Premium for all your listings ends on ${words(sooner)}, and from then until ${words(dueAt)} this one has no Premium from it.`,
  );
  expect(asked).toContain('If you keep that Premium after all, this change is off.');
  await plans.getByRole('button', { name: 'Change to Claim Premium', exact: true }).click();
  await plans.getByText(`Becomes Claim Premium on ${words(dueAt)}`).waitFor();
  const notice = await page.getByRole('region', { name: `Premium ends on ${words(sooner)}` }).innerText();
  expect(notice).toContain(`Moss Books has Premium again from ${words(dueAt)} on.`);
  expect(notice).toContain('If you keep it, the planned change of Moss Books to Claim Premium is off.');
});
