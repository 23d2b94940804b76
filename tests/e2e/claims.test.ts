/** Claims in the browser, with the payment sandbox: the search, the hosted payment page, and the decision. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { businesses, claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { ClaimDesk, type Person, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

// A journey has some forty steps, and a machine may be busy.
vi.setConfig({ testTimeout: 150_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
let desk: ClaimDesk;
beforeAll(() => {
  desk = new ClaimDesk(site, sandbox);
});
afterAll(() => sandbox.stop());

const hydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

async function openAs({ user }: Person, path: string, viewport?: { width: number; height: number }): Promise<Page> {
  const page = await browser.open(`${site.url}/credits`, viewport ? { viewport } : {});
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await page.goto(site.url + path);
  await hydrated(page);
  return page;
}

const card = (page: Page, name: string) => page.getByRole('article', { name });
const line = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
const standard = (page: Page, name: string) => card(page, name).getByRole('button', { name: 'Claim - $25/mo' });
const premium = (page: Page, name: string) => card(page, name).getByRole('button', { name: 'Claim Premium - $50/mo' });

async function search(page: Page, words: string): Promise<void> {
  await page.getByLabel('Search for your business').fill(words);
  await page.getByRole('button', { name: 'Search' }).click();
}

/** On the hosted page. */
async function give(page: Page, number: string): Promise<void> {
  await page.waitForURL(`${sandbox.url}/c/pay/**`);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

async function reach(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await hydrated(page);
}

test('from the search to the owner, by way of cards that are refused', async () => {
  const ada = await desk.person({ username: 'ada', email: 'ada@example.com', emailVerifiedAt: new Date() });
  const stella = await desk.person({ username: 'stella', role: 'staff' });
  const long = 'Bread and cakes, baked every morning before the town is up. '.repeat(4).trim();
  await aBusiness(site.db, { slug: 'plum', name: 'Plum Bakery', description: long, phone: '210-555-0142' });
  await aBusiness(site.db, { name: 'Owned Bakery', ownerId: stella.user.id });
  await aBusiness(site.db, { name: 'Owned Butcher', ownerId: stella.user.id });

  const page = await openAs(ada, '/claim-business');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Please enter a name or a street').waitFor();
  expect(asked.filter((url) => url.includes('/api/businesses'))).toEqual([]);
  await search(page, 'zzqx');
  await page.getByText('No businesses found. Try a different search term.').waitFor();
  await search(page, 'butcher');
  await page.getByText('All matching businesses have already been claimed.').waitFor();
  await line(page, 'Owned Butcher').getByRole('link', { name: 'Write to us if that should be you' }).waitFor();
  await search(page, 'bakery');
  await card(page, 'Plum Bakery').waitFor();
  await page.getByRole('region', { name: 'Listings with an owner' }).getByText('Owned Bakery').waitFor();
  expect(await line(page, 'Owned Bakery').getByRole('button').count()).toBe(0);
  expect(await line(page, 'Owned Bakery').getByText('stella').count()).toBe(0);
  await card(page, 'Plum Bakery')
    .getByText(`${long.slice(0, 150)}...`)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByText('the free days on the payment page are our time to check.').waitFor();

  // After the page's link back and after the browser's back button, the plan can be chosen again and leads to the same checkout.
  await standard(page, 'Plum Bakery').click();
  await page.waitForURL(`${sandbox.url}/c/pay/**`);
  const checkout = page.url();
  await page
    .getByText('For Plum Bakery. Your card is not charged until we have approved your claim; then the first month is.')
    .waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`${site.url}/claim-business?business=plum`);
  await page.getByText('You have not finished the checkout. Nothing has been charged.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await standard(page, 'Plum Bakery').click();
  await page.waitForURL(checkout);
  // The page after the payment says nothing of a claim that nobody has made.
  const early = await page.context().newPage();
  await early.goto(`${site.url}/claim-received?session_id=cs_of_nobody`);
  await early.getByText('We see no claim of your account here. Your dashboard has all of yours.').waitFor();
  expect(await early.getByText('Not charged yet').count()).toBe(0);
  expect(await accessibilityFaults(early)).toEqual([]);
  await early.close();
  await page.goBack();
  await standard(page, 'Plum Bakery').click();
  await page.waitForURL(checkout);

  await give(page, '4000000000000002');
  await page.getByText('Your card was declined.').waitFor();
  await give(page, '4000000000009995');
  await page.getByText('Your card has insufficient funds.').waitFor();
  await give(page, '4000002500003155');
  await page.getByRole('button', { name: 'Fail' }).click();
  await page.getByText('We are unable to authenticate your payment method.').waitFor();
  await give(page, '4000002500003155');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.waitForURL(`${site.url}/claim-received?session_id=cs_*`);
  await page.getByRole('heading', { level: 1, name: 'We Have Your Claim' }).waitFor();
  await page.getByText('Not charged yet: you pay only once your claim is approved.').waitFor();
  await desk.settle();
  await page.getByText('You have claimed Plum Bakery.').waitFor();

  await reach(page, '/dashboard');
  const claim = card(page, 'Claim: Plum Bakery');
  await claim.getByText('In Review').waitFor();
  await claim.getByLabel('What should we know?').fill('I bake there.');
  await claim.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Thank you. We have it with your claim.').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  const customer = only(await desk.customersOf(ada), 'customer');
  await desk.stripe.customers.createBalanceTransaction(customer.id, { amount: -600, currency: 'usd' });
  const office = await openAs(stella, '/staff');
  await office.getByRole('button', { name: 'Claims' }).click();
  await office.getByRole('button', { name: /Plum Bakery/ }).waitFor();
  await office.keyboard.press('j');
  await office.getByText('I bake there.').waitFor();
  expect(await accessibilityFaults(office)).toEqual([]);
  await office.getByText('Their credit pays $6 of it, and their card is charged $19.').waitFor();
  await office.keyboard.press('a');
  const question = office.getByRole('dialog', { name: 'Approve and charge $19?' });
  await question.getByText('uses $6 of their credit for the rest of its $25').waitFor();
  await question.getByRole('button', { name: 'Approve', exact: true }).click();
  await office.getByText('Plum Bakery has an owner').first().waitFor();
  await desk.settle();
  expect(await desk.chargedCents(ada)).toBe(1900);

  await reach(page, '/dashboard');
  await claim.getByText('The listing is yours.').waitFor();
  await page.getByRole('link', { name: 'Edit Plum Bakery' }).waitFor();
});

test('premium in two tabs at once; who comes second and who is refused pay nothing', async () => {
  const bea = await desk.person({ username: 'bea', email: 'bea@fig.example', emailVerifiedAt: new Date() });
  const cal = await desk.person({ username: 'cal', email: 'cal@example.com' });
  const stella = await desk.person({ role: 'staff' });
  const fig = await aBusiness(site.db, { slug: 'fig', name: 'Fig House', website: 'https://www.fig.example' });
  const oak = await aBusiness(site.db, { slug: 'oak', name: 'Oak House' });
  await desk.paidClaim(cal, fig.id);
  await desk.paidClaim(cal, oak.id);
  await desk.settle();

  const page = await openAs(bea, '/business/fig', { width: 390, height: 844 });
  await page.getByRole('link', { name: 'Claim it' }).click();
  const tab = await page.context().newPage();
  await tab.goto(`${site.url}/claim-business?business=fig`);
  await Promise.all([premium(page, 'Fig House').dblclick(), premium(tab, 'Fig House').click()]);
  // Her mailbox proves the claim, and the payment page names free days: the sum stands here before it.
  const due = (one: Page) => card(one, 'Fig House').getByRole('heading', { name: '$50.00 due today' });
  await Promise.all([due(page).waitFor(), due(tab).waitFor()]);
  expect(await due(page).evaluate((heading) => heading === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Not Now' }).click();
  await premium(page, 'Fig House').click();
  await Promise.all([page, tab].map((one) => one.getByRole('button', { name: 'Go to Payment' }).click()));
  await Promise.all([page, tab].map((one) => one.waitForURL(`${sandbox.url}/c/pay/**`)));
  expect(tab.url()).toBe(page.url());
  expect(await site.db.$count(claims, eq(claims.userId, bea.user.id))).toBe(1);
  await give(page, '4242424242424242');
  await page.waitForURL(`${site.url}/claim-received?session_id=cs_*`);
  await give(tab, '5555555555554444');
  await tab.waitForURL(`${site.url}/claim-received?session_id=cs_*`);
  // Her mailbox is at the website of the listing. The charge comes a moment later.
  await page.getByRole('heading', { level: 1, name: 'Your Claim Is Approved' }).waitFor();
  await page.getByText('Fig House is yours. The first month, $50, is due now.').waitFor();
  await desk.settle();
  await page.reload();
  await page.getByText('Fig House is yours. The first month, $50, is paid.').waitFor();
  await reach(page, '/dashboard');
  await card(page, 'Claim: Fig House').getByText('The listing is yours.').waitFor();
  expect(await desk.chargedCents(bea)).toBe(5000);
  const [owned] = await site.db.select().from(businesses).where(eq(businesses.id, fig.id));
  expect(owned?.ownerId).toBe(bea.user.id);

  const office = await openAs(stella, '/staff');
  await office.getByRole('button', { name: /Oak House/ }).waitFor();
  await office.keyboard.press('j');
  await office.getByRole('button', { name: 'Reject', exact: true }).click();
  await office.getByLabel('Why not?').fill('You wrote to us from another house.');
  await office.getByRole('button', { name: 'Send rejection' }).click();
  await office.getByText('The claim is rejected').first().waitFor();
  await desk.settle();

  const refused = await openAs(cal, '/dashboard');
  const other = card(refused, 'Claim: Fig House');
  await other.getByText("Someone else's claim on this listing was approved first. You were not charged.").waitFor();
  await card(refused, 'Claim: Oak House').getByText('Reason: You wrote to us from another house.').waitFor();
  expect(await desk.chargedCents(cal)).toBe(0);
});

test('a payment page that ran out takes its claim from the dashboard, without a reload', async () => {
  const dot = await desk.person({ username: 'dot', email: 'dot@example.com' });
  const elm = await aBusiness(site.db, { slug: 'elm', name: 'Elm House' });
  const { sessionId } = (await (await desk.start(dot, elm.id)).json()) as { sessionId: string };
  // The sandbox does not deliver the event, so the site does not know of the payment.
  await desk.stripe.checkout.sessions.expire(sessionId);

  const page = await openAs(dot, '/credits');
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
  await page.route('**/api/checkout/settle', async (route) => {
    await isSeen;
    await route.continue();
  });
  await reach(page, '/dashboard');
  await card(page, 'Claim: Elm House').getByRole('button', { name: 'Finish checkout' }).waitFor();
  seen();
  await card(page, 'Claim: Elm House').waitFor({ state: 'detached' });
  await page.getByText("You don't have any businesses yet.").waitFor();
});
