/** The staff's billing page: staff retry a failed event, and complete or refund paid orders. */
import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { handleNotedEvent } from '#features/billing/server/handle-event-job.ts';
import { noteEvent } from '#features/billing/server/receive-webhook.ts';
import { claims, listingOrders, sessions, stripeEvents } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { ClaimDesk, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

vi.setConfig({ testTimeout: 150_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
let desk: ClaimDesk;
beforeAll(() => {
  desk = new ClaimDesk(site, sandbox);
});
afterAll(() => sandbox.stop());

const password = 'under the live oaks';
const orders = () => site.db.select().from(listingOrders).orderBy(asc(listingOrders.businessName));

/** A listing that a visitor has paid on the payment page. */
async function aPaidOrder(businessName: string): Promise<void> {
  const visitor = new TestBrowser(desk.app);
  const { clientSecret } = await answerOf<{ clientSecret: string }>(
    await visitor.post('/api/create-payment-intent', { body: { amount: 49, plan: 'standard' } }),
  );
  await desk.stripe.paymentIntents.confirm(clientSecret.replace(/_secret_.*/, ''), { payment_method: 'pm_card_visa' });
  const body = { email: 'ana@example.com', businessName, plan: 'Standard' };
  await visitor.post('/api/business-listing-confirmation', { body });
}

test('a failed event is tried again, one paid order is done and one is given back', async () => {
  const ada = await desk.person({ username: 'ada', email: 'ada@example.com' });
  const passwordHash = await hashPassword(password);
  const stella = await desk.person({ username: 'stella', role: 'staff', passwordHash });
  await desk.paidClaim(ada, (await aBusiness(site.db, { slug: 'plum', name: 'Plum Bakery' })).id);
  const [event] = desk.takeEvents().filter(({ type }) => type === 'checkout.session.completed');
  if (event === undefined) throw new Error('there is no such event');
  await noteEvent(desk.services, event);
  sandbox.control.faults({ failNext: 100 });
  await expect(handleNotedEvent(stripeSyncs, desk.services, event.id)).rejects.toThrow();
  sandbox.control.faults({ failNext: 0 });
  // The job has used up its retries.
  await site.db.execute(sql`delete from pgboss.job`);
  await aPaidOrder('Fig & Ladder');
  await aPaidOrder('Plum Bakery');
  await desk.settle();

  const page = await browser.open(`${site.url}/credits`, { viewport: { width: 390, height: 900 } });
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, stella.user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await page.goto(`${site.url}/staff/billing`);
  await page.getByText('tried once: ').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await site.db.select().from(claims)).map(({ status }) => status)).toEqual(['pending']);
  await page.getByRole('button', { name: /^Try again ?: checkout\.session\.completed$/ }).click();
  await page.getByText('It is being tried again').first().waitFor();
  await page.getByText('Nothing has failed.').waitFor();
  await workOffJobs(desk.services);
  expect((await site.db.select().from(claims)).map(({ status }) => status)).toEqual(['in_review']);
  const [noted] = await site.db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id));
  expect([noted?.attempts, noted?.error, noted?.processedAt]).toEqual([2, null, expect.any(Date)]);

  await page.goto(`${site.url}/staff/orders`);
  const order = (name: string) => page.getByRole('article').filter({ hasText: name });
  await order('Fig & Ladder').getByText('Standard, $49').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await order('Fig & Ladder').getByRole('button', { name: 'Mark done...' }).click();
  await page.getByLabel('Note').fill('It is at /business/fig-ladder.');
  await page.getByRole('button', { name: 'Mark done', exact: true }).click();
  await page.getByText('Marked done').first().waitFor();
  // Pressed by a slip: it waits again.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone').first().waitFor();
  await order('Fig & Ladder').getByRole('button', { name: 'Mark done...' }).click();
  await page.getByLabel('Note').fill('It is at /business/fig-ladder.');
  await page.getByRole('button', { name: 'Mark done', exact: true }).click();
  await order('Fig & Ladder').waitFor({ state: 'detached' });
  await order('Plum Bakery').getByRole('button', { name: 'Refund...' }).click();
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('Please say why').waitFor();
  await page.getByLabel('Why is the money given back?').fill('It is in another town.');
  await page.getByLabel('Amount in dollars').fill('49.01');
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('At most $49 can be given back').waitFor();
  await page.getByLabel('Amount in dollars').fill('20');
  await page.getByRole('button', { name: 'Go On' }).click();
  const part = page.getByRole('dialog', { name: 'Give back $20 of $49?' });
  await part.getByText('The order goes on as it is.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await part.getByRole('button', { name: 'Refund $20' }).click();
  await order('Plum Bakery').getByText('Given back, $20 of $49').waitFor();
  // The rest ends it, after the password once more.
  await page.getByLabel('Why is the money given back?').waitFor({ state: 'hidden' });
  await site.db.update(sessions).set({ createdAt: new Date(Date.now() - 3_600_000) });
  await order('Plum Bakery').getByRole('button', { name: 'Refund...' }).click();
  await page.getByText('Left to give back: $29.').waitFor();
  await page.getByLabel('Why is the money given back?').fill('It is in another town.');
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByRole('dialog', { name: 'Give back $29 of $49?' }).getByRole('button', { name: 'Refund $29' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it still you?' });
  await proof.getByLabel('Your Password').fill(password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The money is on its way back').first().waitFor();
  await page.getByText('No paid order waits.').waitFor();
  await desk.settle();
  expect((await orders()).map(({ businessName, status }) => [businessName, status])).toEqual([
    ['Fig & Ladder', 'handled'],
    ['Plum Bakery', 'withdrawn'],
  ]);
  expect((await desk.stripe.refunds.list()).data.map(({ amount }) => amount).toSorted()).toEqual([2000, 2900]);
});

test('a part of a payment is given back, and a plan is paid by check, each after a question', async () => {
  const bob = await desk.person({ username: 'bob', email: 'bob@example.com' });
  const rita = await desk.person({ username: 'rita', role: 'staff' });
  const fig = await aBusiness(site.db, { slug: 'fig', name: 'Fig House' });
  await desk.paidClaim(bob, fig.id);
  await desk.settle();
  const [claim] = await answerOf<{ id: string }[]>(await bob.browser.get('/api/user/claims'));
  await rita.browser.post(`/api/staff/claims/${claim?.id}/approve`, { body: { amountCents: 2500 } });
  await desk.settle();

  const page = await browser.open(`${site.url}/credits`, { viewport: { width: 390, height: 900 } });
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, rita.user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await page.goto(`${site.url}/staff/people/${bob.user.id}`);
  await page.getByRole('button', { name: 'Refund...' }).click();
  await page.getByLabel('Amount in dollars').fill('26');
  await page.getByLabel('Why is the money given back?').fill('The page was down for a week.');
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('At most $25 can be given back').waitFor();
  await page.getByLabel('Amount in dollars').fill('5.50');
  await page.getByRole('button', { name: 'Go On' }).click();
  const question = page.getByRole('dialog', { name: 'Give back $5.50?' });
  await question.getByText('The plan goes on.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Refund $5.50' }).click();
  await page.getByText('$5.50 given back', { exact: true }).waitFor();
  // The form goes once the lists beside it are true again.
  await page.getByLabel('Why is the money given back?').waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Paid in cash or by check...' }).click();
  const name = page.getByRole('heading', { name: 'Premium, paid in cash or by check' });
  expect(await name.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await page.getByText('Premium costs $290 a year, $29 a month.').waitFor();
  expect(await page.getByLabel('Last day with Premium').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
  await page.getByLabel('Last day with Premium').fill('');
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('Please enter a date').waitFor();
  const year = new Date().getFullYear();
  await page.getByLabel('Last day with Premium').fill(`${year + 1}-01-31`);
  await page.getByLabel('Amount in dollars').fill('29');
  await page.getByLabel('Received on').fill(`${year - 1}-12-01`);
  await page.getByLabel('Reference').fill('Check 7');
  await page.getByLabel('What is it for?').fill('Premium until the end of January.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go On' }).click();
  const gift = page.getByRole('dialog', { name: `Premium for bob until January 31, ${year + 1}?` });
  await gift
    .getByText(`The email is a receipt for $29, received on December 1, ${year - 1}, reference Check 7.`)
    .waitFor();
  await gift.getByRole('button', { name: 'Give Premium' }).click();
  await page.getByText('Premium, $29 in cash or by check').waitFor();
  await desk.settle();

  // A day that is over is refused before anything is asked.
  await page.getByRole('button', { name: 'Complimentary plan...' }).click();
  await page.getByLabel('Last day with Premium').fill(`${year - 1}-01-31`);
  await page.getByLabel('Why?').fill('With our compliments.');
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('This day is over').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.goto(`${site.url}/staff/billing`);
  await page.getByLabel('User name or email').fill('bob@');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: 'bob', exact: true }).first().click();
  await page.getByRole('heading', { name: 'bob', exact: true }).waitFor();
  await page.getByText('Premium, $29 in cash or by check').waitFor();
  expect(await page.getByText('Sessions', { exact: true }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goBack();
  const books = page.getByRole('region', { name: 'For the books' });
  await books
    .getByRole('row', { name: /^Plans, by card/ })
    .getByText('$25')
    .waitFor();
  await books
    .getByRole('row', { name: /^Given back of plans/ })
    .getByText('−$5.50')
    .waitFor();
  await books.getByLabel('Month').selectOption({ index: 1 });
  await books
    .getByRole('row', { name: /^Plans, by card/ })
    .getByText('$0')
    .waitFor();
  const given = page.getByRole('region', { name: 'Without a card' }).getByRole('listitem');
  await given.getByText('Premium, $29 in cash or by check').waitFor();
  expect(await given.innerText()).toMatch(
    new RegExp(
      `Active\\s+bob, until January 31, ${year + 1}, received December 1, ${year - 1}, receipt \\d{4}-0001, reference Check 7$`,
    ),
  );
  expect(await accessibilityFaults(page)).toEqual([]);

  const owner = await browser.open(`${site.url}/credits`);
  await owner.context().addCookies([
    { name: 'session', value: await aSession(site.db, bob.user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await owner.goto(`${site.url}/dashboard`);
  await owner.getByRole('heading', { name: `Premium until January 31, ${year + 1}` }).waitFor();
  await owner.getByText('What we have done about your payments').click();
  await owner.getByText('The page was down for a week.').waitFor();
  expect(await accessibilityFaults(owner)).toEqual([]);
});

test('an amount that was typed wrongly is corrected, and a check that bounced leaves the books with the end of its plan', async () => {
  const ann = await desk.person({ username: 'ann' });
  const rita = await desk.person({ role: 'staff' });
  const day = dayOf(new Date(), 'America/Chicago');
  const cash = { kind: 'cash', cents: 290_000, receivedOn: day, reference: '1207' };
  const body = { id: randomUUID(), lastDay: addDays(day, 30), reason: 'Premium', ...cash };
  await answerOf(await rita.browser.post(`/api/staff/billing/people/${ann.user.id}/plans`, { body }));
  const page = await browser.open(`${site.url}/credits`, { viewport: { width: 390, height: 900 } });
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, rita.user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await page.goto(`${site.url}/staff/billing/${ann.user.id}`);
  await page.getByRole('button', { name: 'Correct...' }).click();
  await page.getByLabel('Amount in dollars').fill('290');
  await page.getByLabel('What was wrong?').fill('A zero too many.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go On' }).click();
  const correction = page.getByRole('dialog', { name: 'Correct the booking?' });
  await correction
    .getByText(/^\$2,900, received .*, reference 1207 becomes \$290, received .*, reference 1207\.$/)
    .waitFor();
  await correction.getByRole('button', { name: 'Yes, correct it' }).click();
  await page.getByText('Booking corrected: $2,900 → $290').waitFor();

  await page.getByRole('button', { name: 'End now...' }).click();
  const amount = page.getByLabel('How much?');
  expect(await amount.isVisible()).toBe(false);
  await page.getByLabel('What happened to the $290?').selectOption('cash-missing');
  await amount.fill('291');
  await page.getByLabel('Why?').fill('The check bounced.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('At most $290 is left in the books').waitFor();
  await amount.fill('290');
  await page.getByRole('button', { name: 'Go On' }).click();
  const end = page.getByRole('dialog', { name: 'End this plan now?' });
  await end.getByText(/^\$290 of \$290 never came, on .*: the books count it off\.$/).waitFor();
  await end.getByRole('button', { name: 'Yes, end it' }).click();
  await page.getByText('$290 in cash or by check never came').waitFor();
  await page.getByText('Ended: The check bounced.').waitFor();
  await page.getByText('$290 of it never came').waitFor();
  await page.goto(`${site.url}/staff/billing`);
  const books = page.getByRole('region', { name: 'For the books' });
  await books.getByRole('row', { name: /^Cash and checks given back, or never come 1 −\$290$/ }).waitFor();
});
