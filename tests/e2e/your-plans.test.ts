/** The dashboard's words about plans that run, end, or end with the account; and what confirming a mailbox does to a claim. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import {
  accountDeletions,
  businesses,
  claims,
  listingOrders,
  moneyActs,
  subscriptions,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const paidThrough = new Date('2099-12-26T18:00:00Z');

/** An owner of Fig & Ladder, with Claim Premium for it and a claim of the Paper Kite. */
async function owner() {
  const user = await aUser(site.db);
  const own = { ownerId: user.id, status: 'approved' } as const;
  const fig = await aBusiness(site.db, { name: 'Fig & Ladder', ...own });
  const kite = await aBusiness(site.db, { name: 'Paper Kite', ...own });
  const shared = { userId: user.id, status: 'active', paidThrough, syncedAt: new Date(), createdAt: new Date() };
  const [premium, plain] = [`sub_fig_${user.id}`, `sub_kite_${user.id}`];
  await site.db.insert(subscriptions).values([
    {
      ...shared,
      id: premium,
      kind: 'claim_premium',
      priceKey: 'claim_premium_month',
      priceCents: 5000,
      businessId: fig.id,
    },
    {
      ...shared,
      id: plain,
      kind: 'claim_standard',
      priceKey: 'claim_standard_month',
      priceCents: 2500,
      businessId: kite.id,
    },
  ]);
  return { user, plain, session: await aSession(site.db, user.id) };
}

/** Moves of more than a hair since the page began: what was in sight, and by how much. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    const found: { moved: string[]; value: number }[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node }[] })[]) {
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '');
        if (entry.value > 0.005) found.push({ moved, value: entry.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => setTimeout(done, 100));
    return found;
  });

test.each([390, 1440])('at %i px the dashboard has every plan with its price and next payment', async (width) => {
  const { session } = await owner();
  const page = await browser.open(`${site.url}/dashboard`, { session, viewport: { width, height: 900 } });
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.waitFor();
  expect(await shiftsOf(page)).toEqual([]);
  expect(await plans.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(
      /^Claim Premium: Fig & Ladder, \$50 a month\s+Next payment on December 26, 2099\.\s+Change to Claim\.\.\.\s+Cancel\.\.\.$/,
    ),
    expect.stringMatching(
      /^Claim: Paper Kite, \$25 a month\s+Next payment on December 26, 2099\.\s+Change to Claim Premium\.\.\.\s+Cancel\.\.\.$/,
    ),
  ]);
  await plans.getByRole('button', { name: 'Cancel Claim: Paper Kite, $25 a month' }).click();
  await plans.getByText('without an owner: somebody else may claim it').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await plans.getByRole('button', { name: 'Go on with it' }).click();
  const again = plans.getByRole('button', { name: 'Cancel Claim: Paper Kite, $25 a month' });
  await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  await card('Fig & Ladder').getByText('Claimed', { exact: true }).waitFor();
  await card('Paper Kite').getByText('Claimed', { exact: true }).waitFor();
  const offer = page.getByRole('region', { name: 'Upgrade to Premium' });
  await offer
    .getByText('You have Claim Premium for Fig & Ladder already. With this upgrade it becomes Claim')
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('running Premium stands once beside other plans, and a claim that waits says that nothing is charged yet', async () => {
  const user = await aUser(site.db);
  const own = { ownerId: user.id, status: 'approved', isPremium: true } as const;
  await aBusiness(site.db, { name: 'Fig & Ladder', ...own });
  const kite = await aBusiness(site.db, { name: 'Paper Kite' });
  const shared = { userId: user.id, syncedAt: new Date(), createdAt: new Date() };
  const month = { kind: 'owner_premium', priceKey: 'owner_premium_month', priceCents: 2900, status: 'active' } as const;
  const year = { nextPriceKey: 'owner_premium_year', nextPriceCents: 29_000 };
  const claim = { kind: 'claim_standard', priceKey: 'claim_standard_month', priceCents: 2500 } as const;
  await site.db.insert(subscriptions).values([
    { ...shared, ...month, ...year, id: `sub_premium_${user.id}`, paidThrough },
    { ...shared, ...claim, id: `sub_held_${user.id}`, businessId: kite.id, status: 'trialing' },
  ]);
  const page = await browser.open(`${site.url}/dashboard`, { session: await aSession(site.db, user.id) });
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.waitFor();
  expect(await plans.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Claim: Paper Kite, \$25 a month\s+Not charged yet: the first payment is due once/),
  ]);
  // No card and no bill is known here, so those buttons are not there, and no sentence names them.
  for (const button of ['Manage billing', 'Your bills']) expect(await page.getByText(button).count()).toBe(0);
  const premium = page.getByRole('region', { name: 'Premium, $29 a month' });
  await premium.getByRole('button', { name: 'Cancel Premium' }).click();
  await premium.getByText('The change to yearly is dropped as well.').waitFor();
  expect(await premium.getByText('You have no listing now').count()).toBe(0);
  await site.db.update(businesses).set({ ownerId: null }).where(eq(businesses.ownerId, user.id));
  await page.reload();
  await premium.getByText('You have no listing now, so you pay for nothing.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a canceled plan says what goes on, and a planned deletion stands for all of them', async () => {
  const { user, plain, session } = await owner();
  await site.db.update(subscriptions).set({ endsAt: paidThrough }).where(eq(subscriptions.id, plain));
  const page = await browser.open(`${site.url}/dashboard`, { session });
  const ending = page.getByRole('region', { name: 'Your plan for Paper Kite ends on December 26, 2099' });
  await page.getByRole('region', { name: 'Your plans' }).getByText('Ends on December 26, 2099.').waitFor();
  expect(await page.getByRole('button', { name: 'Keep my plan' }).count()).toBe(1);
  await ending
    .getByText('somebody else may claim it. This goes on: Claim Premium: Fig & Ladder, $50 a month.')
    .waitFor();
  await site.db.insert(accountDeletions).values({ userId: user.id, dueAt: paidThrough });
  await page.reload();
  await page.getByRole('region', { name: 'Your account will be deleted on December 26, 2099' }).waitFor();
  expect(await page.getByRole('button', { name: 'Keep my plan' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Keep My Account' }).click();
  await page.getByRole('region', { name: 'Your account will be deleted' }).waitFor({ state: 'detached' });
  expect(await site.db.$count(accountDeletions)).toBe(0);
});

test('discount and credit stand with the payment that they are taken off, the credit above the bills, too', async () => {
  const { user, plain, session } = await owner();
  await site.db.insert(moneyActs).values({
    ...{ id: randomUUID(), kind: 'discount', userId: user.id, subscriptionId: plain, percentOff: 20, months: null },
    ...{ reason: 'The page was down' },
  });
  const page = await browser.open(`${site.url}/account`, { session });
  const answer = (url: string, json: object) =>
    page.route(url, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...json } });
    });
  await answer('**/api/billing/credit', { cents: 6000 });
  await answer('**/api/billing/bills', { creditCents: 6000 });
  await page.goto(`${site.url}/dashboard`);
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.getByText('Your credit of $50 is taken off the next payment: nothing is left to pay.').waitFor();
  await plans
    .getByText(
      'Next payment on December 26, 2099: $20, with your discount of 20 percent. Your credit of $10 is taken off the next payment: $10 is left to pay.',
    )
    .waitFor();
  await page.goto(`${site.url}/dashboard/bills`);
  await page.getByText('Your credit: $60. It pays for what is due next').waitFor();
});

test('prepaid Premium of one listing stands among the plans, and outlives the Premium that covers all', async () => {
  const user = await aUser(site.db);
  const own = { ownerId: user.id, status: 'approved', isPremium: true } as const;
  const figs = await aBusiness(site.db, { name: 'Figs', ...own });
  const now = new Date();
  await site.db.insert(listingOrders).values({
    ...({ plan: 'premium', amountCents: 9900, status: 'handled', paidAt: now, createdAt: now } as const),
    ...{ businessId: figs.id, premiumUntil: new Date('2100-02-27T18:00:00Z') },
  });
  const shared = { userId: user.id, syncedAt: now, createdAt: now, status: 'active', paidThrough };
  const month = { kind: 'owner_premium', priceKey: 'owner_premium_month', priceCents: 2900 } as const;
  const id = `sub_all_${user.id}`;
  await site.db.insert(subscriptions).values({ ...shared, ...month, id });
  const page = await browser.open(`${site.url}/dashboard`, { session: await aSession(site.db, user.id) });
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.getByText('Premium: Figs').waitFor();
  await plans.getByText('Paid once, with the listing. Ends on February 27, 2100 by itself').waitFor();
  await page.getByRole('button', { name: 'Cancel Premium' }).click();
  await page.getByText('Then: Figs keeps Premium until February 27, 2100.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await site.db.update(subscriptions).set({ endsAt: paidThrough }).where(eq(subscriptions.id, id));
  await page.reload();
  const ending = page.getByRole('region', { name: 'Premium ends on December 26, 2099' });
  await ending.getByText('Then: Figs keeps Premium until February 27, 2100.').waitFor();

  const account = await browser.open(`${site.url}/account`, { session: await aSession(site.db, user.id) });
  await account.getByText('paid once, with the listing, until February 27, 2100').waitFor();
  await account.getByText('Premium for all your listings ends on December 26, 2099.').waitFor();
  await account.getByRole('radio', { name: 'End on February 27, 2100, then delete' }).check();
  await account.getByRole('region', { name: 'Delete account' }).getByLabel('Your Password').fill('any');
  await account.getByRole('button', { name: 'Delete My Account' }).click();
  await account.getByRole('dialog').getByText('Premium: Figs ends on February 27, 2100.').waitFor();
  await account.getByRole('button', { name: 'Go Back' }).click();
  await account.getByRole('radio', { name: 'Delete now' }).check();
  await account.getByRole('button', { name: 'Delete My Account' }).click();
  await account.getByRole('dialog').getByText('stays with it until February 27, 2100').waitFor();
  expect(await accessibilityFaults(account)).toEqual([]);

  await site.db.insert(accountDeletions).values({ userId: user.id, dueAt: new Date('2100-02-27T18:00:00Z') });
  await page.reload();
  const leaving = page.getByRole('region', { name: 'Your account will be deleted on February 27, 2100' });
  await leaving.getByText('Premium for all your listings ends on December 26, 2099. Everything else stays').waitFor();
});

test('the page that confirms a mailbox says before that a claim is approved, and what is charged', async () => {
  const user = await aUser(site.db, { email: 'ana@fig.example', emailVerifiedAt: null });
  const business = await aBusiness(site.db, { name: 'Fig House', website: 'https://www.fig.example' });
  await site.db.insert(claims).values({
    ...{ userId: user.id, businessId: business.id, plan: 'standard', amountCents: 2500, status: 'in_review' },
    ...{ expiresAt: paidThrough, dueAt: paidThrough },
  });
  const token = await makeLinkToken(site.db, { userId: user.id, purpose: 'verify-email', now: new Date() });
  const page = await browser.open(site.url);
  const cut = '**/api/claims/of-link';
  await page.route(cut, (route) => route.fulfill({ status: 429 }));
  await page.goto(`${site.url}/verify-email?token=${token}`);
  await page.getByText('We could not read what this link does.').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm Email' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unroute(cut);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByText(
      'It also approves your claim of Fig House at once: the first month, $25, is then due. Any credit that you have pays first, your card the rest.',
    )
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await page
    .getByText('Your claim of Fig House is approved with it, and the first month, $25, is due with it.')
    .waitFor();
});

test('of two links that were opened together, the second one says what it charges once the first is used', async () => {
  const user = await aUser(site.db, { email: 'eve@home.example', emailVerifiedAt: new Date() });
  const business = await aBusiness(site.db, { name: 'Plum House', website: 'https://www.plum.example' });
  await site.db.insert(claims).values({
    ...{ userId: user.id, businessId: business.id, plan: 'standard', amountCents: 2500, status: 'in_review' },
    ...{ expiresAt: paidThrough, dueAt: paidThrough },
  });
  const open = async (isOld: boolean) => {
    const data = { changeId: 'one', email: 'eve@plum.example', isOld };
    const token = await makeLinkToken(site.db, { userId: user.id, purpose: 'change-email', now: new Date(), data });
    return browser.open(`${site.url}/verify-email?token=${token}`);
  };
  const [first, second] = [await open(true), await open(false)];
  const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Email' }).click();
  await first.getByText('Change the email of your account from eve@home.example to eve@plum.example?').waitFor();
  await second.getByText('One click, and we know that eve@plum.example is yours.').waitFor();
  await confirm(first);
  await first.getByText('Now follow the link that we sent to your other address.').waitFor();
  expect(await second.getByText('Plum House').count()).toBe(0);
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await second.getByText('It also approves your claim of Plum House at once').waitFor();
  await second.getByText('One click, and your account uses eve@plum.example.').waitFor();
  await confirm(second);
  await second.getByText('Your claim of Plum House is approved with it').waitFor();
});

test('an owner of one claimed listing reads beside the upgrade that Claim Premium costs less, with the way to it', async () => {
  const user = await aUser(site.db);
  const { id: businessId } = await aBusiness(site.db, { name: 'Paper Kite', ownerId: user.id, status: 'approved' });
  const plan = { kind: 'claim_standard', priceKey: 'claim_standard_month', priceCents: 2500, businessId } as const;
  const times = { paidThrough, syncedAt: new Date(), createdAt: new Date() };
  await site.db
    .insert(subscriptions)
    .values({ ...plan, ...times, id: `sub_one_${user.id}`, userId: user.id, status: 'active' });
  const page = await browser.open(`${site.url}/dashboard`, { session: await aSession(site.db, user.id) });
  const card = page.getByRole('region', { name: 'Upgrade to Premium' });
  await card.getByText('costs $4 a month less: $50, instead of $54', { exact: false }).waitFor();
  expect(await card.getByRole('link', { name: 'See Claim Premium' }).getAttribute('href')).toBe('#plans');
  await page.getByRole('button', { name: 'Change to Claim Premium: Paper Kite' }).waitFor();
});
