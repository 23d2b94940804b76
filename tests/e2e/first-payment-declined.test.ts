/** The first payment of a claim is declined: its owner cancels on the dashboard, reads the true last day, and keeps the plan after all. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatDate } from '#shared/dates.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { ClaimDesk, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
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

test('a declined first payment can be canceled, which names the day on which the listing is free again', async () => {
  const ada = await desk.person({ username: 'ada', email: 'ada@fern.example', emailVerifiedAt: new Date() });
  const listing = await aBusiness(site.db, { slug: 'fern', name: 'Fern Bakery', website: 'https://www.fern.example' });
  const { sessionId } = await answerOf<{ sessionId: string }>(await desk.start(ada, listing.id));
  await desk.pay(sessionId, 'pm_card_chargeCustomerFail');
  const received = await openAs({ site, browser }, ada.user, '/credits', { viewport });
  // The page looks again a few times: its clock stands until the charge is made.
  await received.clock.install();
  await received.goto(`${site.url}/claim-received?session_id=${sessionId}`);
  await received.getByText('Fern Bakery is yours. The first month, $25, is due now.').waitFor();
  await received.clock.pauseAt(new Date(Date.now() + 500));
  await desk.settle();
  await received.clock.runFor(10_000);
  await received.clock.resume();
  await received.getByText('Your card was declined.').waitFor();
  const { payBy } = await desk.claimOf(ada);
  expect(Math.round((Date.parse(payBy ?? '') - Date.now()) / dayMs)).toBe(7);
  const day = formatDate(payBy ?? '', desk.services.city.facts.timeZone);

  const page = await openAs({ site, browser }, ada.user, '/dashboard', { viewport });
  const plans = page.getByRole('region', { name: 'Your plans' });
  await plans.getByText(`The first payment did not go through. The listing is yours until ${day}`).waitFor();
  await page
    .getByRole('region', { name: 'Your first payment did not go through' })
    .getByText(`The listing is yours until ${day}`)
    .waitFor();
  const claim = page.getByRole('article', { name: 'Claim: Fern Bakery' });
  await claim.getByText(`The listing is yours until ${day}.`).waitFor();
  await plans.getByRole('button', { name: 'Cancel Claim: Fern Bakery, $25 a month' }).click();
  await plans.getByText(`End it on ${day}?`).waitFor();
  await plans.getByText('Nothing was paid for it, and your card is not tried again.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await plans.getByRole('button', { name: 'Cancel this plan' }).click();

  const ending = page.getByRole('region', { name: `Your plan for Fern Bakery ends on ${day}` });
  await ending.waitFor();
  await plans.getByText(`Ends on ${day}.`).waitFor();
  await claim.getByText(`Your plan is canceled. The listing stays yours until ${day}.`).waitFor();
  expect(await page.getByText('did not go through').count()).toBe(0);
  await desk.settle();
  const account = await openAs({ site, browser }, ada.user, '/account', { viewport });
  await account.getByText(`$25 a month, nothing paid yet, ends on ${day}`).waitFor();
  await ending.getByRole('button', { name: 'Keep my plan' }).click();
  await plans.getByText('The first payment did not go through.').waitFor();
  expect(await desk.chargedCents(ada)).toBe(0);
});
