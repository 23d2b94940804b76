/** The link in a mail about something that waits opens its line of the queue after the log-in, however far down it is. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import { businesses, corrections, reports } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { logInPage } from '#tests/support/log-in-page.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of 401/ });
const { aPerson, fillLogIn } = logInPage(site, browser);

const waits = { status: 'pending', approvedAt: null } as const;

/** More than the first page of the queue; the last one has waited least. */
async function aLongQueue() {
  const { id: submittedById } = await aUser(site.db);
  const since = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (let n = 0; n < 52; n++) await aBusiness(site.db, { ...waits, submittedById, createdAt: since(200 - n) });
  return aBusiness(site.db, { ...waits, submittedById, name: 'Last Light Lamps', createdAt: since(1) });
}

test('the line opens after the log-in, with the focus and in sight; once it is decided, the page says so', async () => {
  const { id } = await aLongQueue();
  const { email } = await aPerson({ role: 'staff', rights: ['administrator'], emailVerifiedAt: new Date() });
  const page = await browser.open(site.url + queueLinePath(id), { viewport: { width: 390, height: 844 } });
  await fillLogIn(page, email);
  await page.waitForURL(site.url + queueLinePath(id));
  const line = page.getByRole('button', { name: /Last Light Lamps/, expanded: true });
  await line.waitFor();
  await hasFocus(line);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  const isInSight = () =>
    line.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      const at = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && button.contains(at);
    });
  await expect.poll(isInSight).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.getByText('This one is decided already.').count()).toBe(0);

  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Last Light Lamps is approved').first().waitFor();
  await line.waitFor({ state: 'detached' });
  expect(await page.getByText('This one is decided already.').count()).toBe(0);
  await goTo(page, queueLinePath(id));
  await page.getByText('This one is decided already.').waitFor();
  expect(await page.getByRole('button', { expanded: true }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a line among the first ones opens in its place', async () => {
  const { id: businessId } = await aBusiness(site.db, { name: 'Corrected Cafe' });
  const seen = { businessId, field: 'phone', right: '210 555 0177', source: 'It says so on their door.' } as const;
  const early = { ...seen, createdAt: new Date(Date.now() - 9e8) };
  const { id } = only(await site.db.insert(corrections).values(early).returning(), 'correction');
  const page = await openAs({ site, browser }, 'staff', queueLinePath(id), { viewport: { width: 1440, height: 900 } });
  const line = page.getByRole('button', { name: /Corrected Cafe/, expanded: true });
  await hasFocus(line);
  expect(await page.getByRole('button', { name: /Corrected Cafe/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Take it over' }).waitFor();
});

test('a report that a business has closed offers to hide it, and that is taken back', async () => {
  const business = await aBusiness(site.db, { name: 'Gone Garage' });
  const report = { businessId: business.id, reason: 'closed', text: 'An empty lot.' } as const;
  const { id } = only(await site.db.insert(reports).values(report).returning(), 'report');
  const page = await openAs({ site, browser }, 'staff', queueLinePath(id), { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Hide the listing...' }).click();
  await hasFocus(page.getByLabel('Why is it hidden?'));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Why is it hidden?').fill('It has closed for good.');
  await page.getByRole('button', { name: 'Hide the listing', exact: true }).click();
  const statusOf = async () =>
    only(await site.db.select().from(businesses).where(eq(businesses.id, business.id)), 'business').status;
  await expect.poll(statusOf).toBe('hidden');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(statusOf).toBe('approved');
});
