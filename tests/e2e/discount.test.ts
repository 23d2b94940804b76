/** Staff give a discount, typed with its sign, see it in one wording, and end it after a question that says what is due then. */
import { afterAll, expect, test, vi } from 'vitest';
import { subscriptions } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { ClaimDesk, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

vi.setConfig({ testTimeout: 150_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
afterAll(() => sandbox.stop());

test('a discount that was a slip is ended, and the full price counts from the next payment on', async () => {
  const desk = new ClaimDesk(site, sandbox);
  const bob = await desk.person({ username: 'bob' });
  const rita = await desk.person({ role: 'staff' });
  await desk.paidClaim(bob, (await aBusiness(site.db, { name: 'Fig House' })).id);
  await desk.settle();
  const claim = await desk.claimOf(bob);
  await rita.browser.post(`/api/staff/claims/${claim.id}/approve`, { body: { amountCents: 2500 } });
  await desk.settle();
  const { paidThrough } = found((await site.db.select().from(subscriptions))[0], 'subscription');
  const due = formatDate(found(paidThrough, 'paid time'), desk.services.city.facts.timeZone);

  const page = await browser.open(`${site.url}/credits`, { viewport: { width: 390, height: 900 } });
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, rita.user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await page.goto(`${site.url}/staff/people/${bob.user.id}`);
  const plan = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Refund...' }) });
  await plan.getByRole('button', { name: 'Discount...' }).click();
  expect(await page.getByRole('button', { name: 'End the discount...' }).count()).toBe(0);
  await page.getByLabel('Percent off').fill('120%');
  await page.getByLabel('Months').fill('3');
  await page.getByLabel('Why?').fill('The page was down.');
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('Please enter a number from 1 to 100').waitFor();
  await page.getByLabel('Percent off').fill('20%');
  await page.getByRole('button', { name: 'Go On' }).click();
  const given = page.getByRole('dialog', { name: '20% off for 3 months?' });
  await given.getByRole('button', { name: 'Give the Discount' }).click();
  await plan.getByText(/\$25 a month, .*, 20% off for 3 months$/).waitFor();
  await plan.getByText(`Next payment on ${due}: $20, with their discount of 20 percent.`).waitFor();

  await plan.getByRole('button', { name: 'End the discount...' }).click();
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('Please say why').waitFor();
  await page.getByLabel('Why does the discount end?').fill('It was meant for somebody else.');
  await page.getByRole('button', { name: 'Go On' }).click();
  const question = page.getByRole('dialog', { name: 'End 20% off for 3 months?' });
  await question
    .getByText(`From the next payment on, bob pays the full price: $25 on ${due}, then $25 a month.`)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'End the Discount' }).click();
  await page.getByText('20% off for 3 months: ended', { exact: true }).waitFor();
  await plan.getByRole('button', { name: 'End the discount...' }).waitFor({ state: 'detached' });
  expect(await plan.innerText()).not.toContain('20% off');
  await page.getByText('It was meant for somebody else.').first().waitFor();

  const owner = await browser.open(`${site.url}/credits`);
  await owner.context().addCookies([
    { name: 'session', value: await aSession(site.db, bob.user.id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await owner.goto(`${site.url}/dashboard`);
  await owner.getByText('What we have done about your payments').click();
  await owner.getByText('20% off for 3 months: ended; the full price counts from the next payment on').waitFor();
});
