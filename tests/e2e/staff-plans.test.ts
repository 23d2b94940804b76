/** Staff let a plan by card end with its period, credit within bounds, and book a check that bounced; its owner reads what is so. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, dayOf } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { ClaimDesk, startSandboxWithPrices, stripeEnv } from '#tests/support/claim-desk.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { answerOf } from '#tests/support/staff-office.ts';

vi.setConfig({ testTimeout: 150_000 });

const sandbox = await startSandboxWithPrices();
const site = startTestSite({ env: stripeEnv(sandbox) });
const browser = openBrowser();
let desk: ClaimDesk;
beforeAll(() => {
  desk = new ClaimDesk(site, sandbox);
});
afterAll(() => sandbox.stop());

const viewport = { width: 390, height: 900 };
const open = async (path: string, userId: string): Promise<Page> =>
  browser.open(`${site.url}${path}`, { session: await aSession(site.db, userId), viewport });

test('a plan by card is credited within bounds, ends with its period and goes on with Undo; the ban offers that end', async () => {
  const bob = await desk.person({ username: 'bob', email: 'bob@example.com' });
  const rita = await desk.person({ username: 'rita', role: 'staff' });
  await desk.paidClaim(bob, (await aBusiness(site.db, { slug: 'fig', name: 'Fig House' })).id);
  await desk.settle();
  const [claim] = await answerOf<{ id: string }[]>(await bob.browser.get('/api/user/claims'));
  await rita.browser.post(`/api/staff/claims/${claim?.id}/approve`, { body: { amountCents: 2500 } });
  await desk.settle();

  const page = await open(`/staff/people/${bob.user.id}`, rita.user.id);
  await page.getByRole('button', { name: 'Credit...' }).click();
  await page.getByText('At most $25 can be credited').waitFor();
  await page.getByLabel('Amount in dollars').fill('9999');
  await page.getByLabel('Why?').fill('The page was down.');
  await page.getByRole('button', { name: 'Go On' }).click();
  await page.getByText('At most $25 of the last payment can be credited').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('Their card goes on to be charged for Claim: Fig House, unless you tick that below.').waitFor();
  const tick = page.getByLabel('End what their card pays for with its paid time.');
  expect(await tick.isChecked()).toBe(false);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('button', { name: 'End with its period...' }).click();
  await page
    .getByText('Nothing is given back, and until then everything stays as it is. Then Fig House has no owner.')
    .waitFor();
  await page.getByLabel('Why?').fill('They asked for it by letter.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, let it end' }).click();
  await page.getByText('The plan ends with its paid time').first().waitFor();
  await page.getByText('Plan by card to end with its paid time').waitFor();
  await page.getByRole('button', { name: 'Let it go on...' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Plan by card goes on after all').waitFor();
  await page.getByRole('button', { name: 'End with its period...' }).waitFor();
});

test('a check that bounced stands on the dashboard, may end its plan, and is taken back', async () => {
  const ann = await desk.person({ username: 'ann' });
  const rose = await desk.person({ username: 'rose', role: 'staff' });
  await aBusiness(site.db, { name: 'Paper Kite', ownerId: ann.user.id, status: 'approved' });
  const day = dayOf(new Date(), 'America/Chicago');
  const cash = { kind: 'cash', cents: 29_000, receivedOn: day, reference: '1207' };
  const body = { id: randomUUID(), lastDay: addDays(day, 364), reason: 'Premium', ...cash };
  await answerOf(await rose.browser.post(`/api/staff/billing/people/${ann.user.id}/plans`, { body }));
  const page = await open(`/staff/billing/${ann.user.id}`, rose.user.id);
  const book = async (ends: boolean) => {
    await page.getByRole('button', { name: 'Given back or never came...' }).click();
    await page.getByLabel('What happened to the $290?').selectOption('cash-missing');
    const tick = page.getByLabel('End the plan, too');
    expect(await tick.isChecked()).toBe(false);
    if (ends) await tick.check();
    await page.getByLabel('Why?').fill('The check bounced.');
    await page.getByRole('button', { name: 'Go On' }).click();
  };
  await book(true);
  const both = page.getByRole('dialog', { name: 'Take it out of the books, and end the plan?' });
  await both.getByText('Premium of this plan ends at once.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await both.getByRole('button', { name: 'Yes, book it and end the plan' }).click();
  await page.getByText('Ended: The check bounced.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Ended: The check bounced.').waitFor({ state: 'hidden' });
  await page.getByText('$290 of it never came').waitFor({ state: 'hidden' });

  await book(false);
  const alone = page.getByRole('dialog', { name: 'Take it out of the books?' });
  await alone.getByText('The plan goes on: its Premium stays until its day.').waitFor();
  await alone.getByRole('button', { name: 'Yes, book it' }).click();
  await page.getByText('$290 never came', { exact: true }).waitFor();
  const dashboard = await open('/dashboard', ann.user.id);
  await dashboard.getByText('$290 in cash or by check: $290 of it has not come.').waitFor();

  await page.getByRole('button', { name: 'Take back...' }).click();
  await page.getByLabel('What was wrong?').fill('It was another check.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, take it back' }).click();
  await page.getByText('$290 in cash or by check never came: taken back').waitFor();
  await page.getByText('Taken back: $290 never came').waitFor();
  await page.getByText('$290 never came', { exact: true }).waitFor({ state: 'hidden' });
  await dashboard.reload();
  await dashboard.getByText('Paid: $290, received in cash or by check.').waitFor();
});
