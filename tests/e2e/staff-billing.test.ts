/** The staff's billing page: staff retry a failed event, and complete or refund paid orders. */
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stripeSyncs } from '#app/wiring/stripe-sync-order.ts';
import { handleNotedEvent } from '#features/billing/server/handle-event-job.ts';
import { noteEvent } from '#features/billing/server/receive-webhook.ts';
import { claims, listingOrders, stripeEvents } from '#server/db/schema/index.ts';
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
  const stella = await desk.person({ username: 'stella', role: 'staff' });
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
  await order('Plum Bakery').getByRole('button', { name: 'Refund...' }).click();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('Please say why').waitFor();
  await page.getByLabel('Why is the money given back?').fill('It is in another town.');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('The payment was given back').first().waitFor();
  await page.getByText('No paid order waits.').waitFor();
  await desk.settle();
  expect((await orders()).map(({ businessName, status }) => [businessName, status])).toEqual([
    ['Fig & Ladder', 'handled'],
    ['Plum Bakery', 'withdrawn'],
  ]);
  expect((await desk.stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([4900]);
});
