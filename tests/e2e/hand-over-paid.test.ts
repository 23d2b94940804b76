/** A listing with a paid claim in the browser: from its owner's form to the new owner's payment, and past the end of the old plan. */
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { hashToken } from '#features/accounts/server/opaque-token.ts';
import { handleDueClaims } from '#features/claims/server/handle-due-claims.ts';
import { businesses, claims, listingInvitations } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { ClaimDesk, type Person, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

// A journey has some forty steps, and a machine may be busy.
vi.setConfig({ testTimeout: 150_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
const viewport = { width: 390, height: 844 };
const password = 'under the live oaks';
const confirmed = { emailVerifiedAt: new Date() };
let desk: ClaimDesk;
beforeAll(() => {
  desk = new ClaimDesk(site, sandbox);
});
afterAll(() => sandbox.stop());

const open = ({ user }: Person, path: string) => openAs({ site, browser }, user, path, { viewport });
const item = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

async function fits(page: Page): Promise<void> {
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
}

/** A listing that its owner's mailbox has claimed, paid for a month. @returns the day until which it is paid */
async function paidListing(owner: Person, slug: string, name: string): Promise<{ id: string; day: string }> {
  const listing = await aBusiness(site.db, { slug, name, website: `https://www.${slug}.example` });
  await desk.paidClaim(owner, listing.id);
  await desk.settle();
  const [row] = (await desk.stripe.subscriptions.list({ limit: 1 })).data;
  const end = row?.items.data[0]?.current_period_end ?? 0;
  return { id: listing.id, day: formatDate(new Date(end * 1000), desk.services.city.facts.timeZone) };
}

/** Claim becomes Claim Premium and Claim again; nothing is paid yet. */
async function changesBeforeFirstPayment(his: Page, day: string): Promise<void> {
  const plans = his.getByRole('region', { name: 'Your plans' });
  await plans.getByText(`First payment on ${day}; nothing is charged before.`).waitFor();
  await his.getByRole('button', { name: 'Change to Claim Premium: Fern Bakery' }).click();
  await plans.getByText('Change it to Claim Premium? Nothing is charged now.').waitFor();
  await plans.getByText(`The first payment, on ${day}, is $50 a month instead of $25.`).waitFor();
  await fits(his);
  await his.getByRole('button', { name: 'Change to Claim Premium', exact: true }).click();
  await plans.getByText('Claim Premium: Fern Bakery, $50 a month').waitFor();
  await plans.getByText(`Premium begins on ${day}. First payment on ${day}; nothing is charged before.`).waitFor();
  await item(his, 'Fern Bakery').getByText(`Premium begins on ${day}`).waitFor();
  expect(await his.getByText('Upgrade to Premium for featured placement').count()).toBe(0);
  const offer = his.getByRole('region', { name: 'Upgrade to Premium' });
  await offer.getByText('You have chosen Claim Premium for Fern Bakery already.').waitFor();
  await offer.getByText('You have paid nothing for it yet').waitFor();
  await fits(his);
  await his.getByRole('button', { name: 'Change to Claim: Fern Bakery' }).click();
  await his.getByRole('button', { name: 'Change to Claim', exact: true }).click();
  await plans.getByText('Claim: Fern Bakery, $25 a month').waitFor();
}

test('a paid listing is handed over, and its new owner goes on past the end of the old plan', async () => {
  const passwordHash = await hashPassword(password);
  const olga = await desk.person({ username: 'olga', email: 'olga@fern.example', passwordHash, ...confirmed });
  const max = await desk.person({ username: 'max', email: 'max@example.com', ...confirmed });
  const { id, day } = await paidListing(olga, 'fern', 'Fern Bakery');

  const page = await open(olga, `/dashboard/people/${id}`);
  await page.getByText(`It is paid until ${day}. Once it is handed over, your payments for it stop`).waitFor();
  expect(await page.getByText('write to us').count()).toBe(0);
  await fits(page);
  await page.getByLabel('Email of the new owner').fill('max@example.com');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, hand it over' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it still you?' });
  await proof.getByLabel('Your Password').fill(password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('list', { name: 'People' }).getByText('max@example.com').waitFor();

  // The mail holds its token encrypted: the invitation gets one that the test knows.
  await site.db.update(listingInvitations).set({ tokenHash: hashToken('paid-token') });
  const his = await open(max, '/listing-invitation?token=paid-token');
  await his
    .getByText(`It is paid until ${day}, and you pay nothing before that day. After it a claim costs $25 a month`)
    .waitFor();
  await fits(his);
  await his.getByRole('button', { name: 'Accept' }).click();
  await his.getByText('Fern Bakery is yours now.').waitFor();
  await desk.settle();

  await goTo(page, '/dashboard');
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans
    .getByText(`You handed the listing over: it is paid until ${day}, and your plan is not renewed.`)
    .waitFor();
  expect(await page.getByRole('button', { name: /Keep my plan|Cancel/ }).count()).toBe(0);
  await fits(page);

  await his.getByRole('link', { name: 'Your dashboard' }).click();
  await item(his, 'Fern Bakery').getByText(`Paid until ${day} by its former owner.`).waitFor();
  await item(his, 'Fern Bakery').getByText('Claimed', { exact: true }).waitFor();
  await fits(his);
  await item(his, 'Fern Bakery').getByRole('link', { name: 'Go on with Fern Bakery' }).click();
  await his.getByRole('heading', { level: 1, name: 'Go on with Fern Bakery' }).waitFor();
  await his.getByText(`nothing is charged today: the first payment, $25, is due on ${day}`).waitFor();
  await fits(his);
  // Too near for a payment to wait: then the page says so.
  const isPassedOn = eq(claims.status, 'handed_over');
  const paidUntil = only(await site.db.select().from(claims).where(isPassedOn), 'claim').paidUntil;
  await site.db
    .update(claims)
    .set({ paidUntil: new Date(Date.now() + 40 * 3_600_000) })
    .where(isPassedOn);
  await his.reload();
  await his.getByText('$25 is due today').waitFor();
  await site.db.update(claims).set({ paidUntil }).where(isPassedOn);
  await his.reload();
  await his.getByRole('button', { name: 'Go on with Claim for Fern Bakery' }).click();
  await his.waitForURL(`${sandbox.url}/c/pay/**`);
  await his.getByText('Nothing is due today for Fern Bakery').waitFor();
  await his.getByLabel('Card number').fill('4242424242424242');
  await his.getByLabel('Expiration').fill('12 / 34');
  await his.getByLabel('CVC').fill('123');
  await his.getByRole('button', { name: 'Subscribe' }).click();
  await his.waitForURL(`${site.url}/claim-received?session_id=cs_*`);
  await desk.settle();
  await his.getByRole('heading', { level: 1, name: 'You Go On With It' }).waitFor();
  await his.getByText(`the first payment, $25, is due on ${day}`).waitFor();
  await fits(his);
  expect(await desk.chargedCents(max)).toBe(0);

  // My Claims follows the plan at once.
  await goTo(his, '/dashboard');
  const claim = item(his, 'Claim: Fern Bakery');
  await claim.getByText(`The first payment is on ${day}`).waitFor();
  await item(his, 'Fern Bakery').getByText('Upgrade to Premium for featured placement').waitFor();
  await changesBeforeFirstPayment(his, day);
  await his.getByRole('button', { name: 'Cancel Claim: Fern Bakery, $25 a month' }).click();
  await his.getByRole('button', { name: 'Cancel this plan' }).click();
  const ending = his.getByRole('region', { name: `Your plan for Fern Bakery ends on ${day}` });
  await ending.getByText('without an owner: somebody else may claim it').waitFor();
  await claim.getByText(`Your plan is canceled. The listing stays yours until ${day}.`).waitFor();
  await fits(his);
  await ending.getByRole('button', { name: 'Keep my plan' }).click();
  await claim.getByText(`The first payment is on ${day}`).waitFor();
  await ending.waitFor({ state: 'detached' });
  await desk.settle();

  sandbox.control.advance({ seconds: 33 * 86_400 });
  desk.aheadMs = 33 * 86_400_000;
  await desk.settle();
  await handleDueClaims(desk.services);
  await desk.settle();
  expect([await desk.chargedCents(olga), await desk.chargedCents(max)]).toEqual([2500, 2500]);
  const isOld = and(eq(claims.userId, olga.user.id), eq(claims.businessId, id));
  expect(only(await site.db.select().from(claims).where(isOld), 'claim').status).toBe('ended');
  expect(only(await site.db.select().from(businesses).where(eq(businesses.id, id)), 'listing').ownerId).toBe(
    max.user.id,
  );
  await goTo(his, '/dashboard');
  await item(his, 'Fern Bakery').getByText('Claimed', { exact: true }).waitFor();
  expect(await his.getByText('by its former owner').count()).toBe(0);
  await his.getByRole('region', { name: 'Your plans' }).getByText('Claim: Fern Bakery, $25 a month').waitFor();
});

test('staff give a paid listing to another owner, told before what becomes of the paid time, and take it back', async () => {
  desk.aheadMs = sandbox.sandbox.clock.offsetSeconds * 1000;
  const rosa = await desk.person({ username: 'rosa', email: 'rosa@moss.example', ...confirmed });
  await desk.person({ username: 'nico', email: 'nico@example.com', ...confirmed });
  const stella = await desk.person({ username: 'stella', role: 'staff' });
  const { id, day } = await paidListing(rosa, 'moss', 'Moss Cafe');
  const page = await open(stella, `/staff/businesses/${id}`);
  await page.getByRole('button', { name: 'Change owner' }).click();
  await page.getByText('No plan for it is renewed, and nothing is given back.').waitFor();
  await page.getByLabel('Email of the new owner').fill('nico@example.com');
  await page.getByLabel('Why?').fill('She sold it to him.');
  await fits(page);
  await page.getByRole('form', { name: 'Change owner' }).getByRole('button', { name: 'Change owner' }).click();
  await page.getByRole('link', { name: 'nico', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  const claim = async () => only(await site.db.select().from(claims).where(eq(claims.businessId, id)), 'claim');
  await expect.poll(async () => (await claim()).status).toBe('approved');
  await page.getByRole('link', { name: 'rosa', exact: true }).first().waitFor();

  // Given away and handed back before the payment service has heard of it: she reads that she has paid herself.
  const createdAt = desk.services.now();
  const session = { createdAt, expiresAt: new Date(createdAt.getTime() + 3_600_000) };
  stella.browser.withSession(await aSession(site.db, stella.user.id, session));
  for (const email of ['nico@example.com', 'rosa@moss.example']) {
    const path = `/api/staff/businesses/${id}/owner`;
    const body = { email, reason: 'They wrote to us.' };
    expect((await stella.browser.write('PUT', path, { body })).status).toBe(200);
  }
  const hers = await open(rosa, '/dashboard');
  await item(hers, 'Moss Cafe').getByText(`You paid for it until ${day}.`).waitFor();
  expect(await hers.getByText(/former owner|handed|another owner/i).count()).toBe(0);
  await fits(hers);
  await item(hers, 'Moss Cafe').getByRole('link', { name: 'Go on with Moss Cafe' }).click();
  await hers.getByText(`It is yours, and you have paid for it until ${day}.`).waitFor();
});
