/** The hour's work beside the news: an ad, the town's telephone number, an import, and what an owner reads of it all. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { boundRunImportJob } from '#features/imports/server/run-import.ts';
import { adDays, ads, businessDays, businesses, importRuns } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';
import { testServices } from '#tests/support/test-services.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alameda-town-'));
const site = startTestSite({ env: { DATA_DIR: dataDir } });
const browser = openBrowser();

/** The test's own says that it is headless, and robots do not count. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = { width: 390, height: 844 };
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 200 });

async function openAs(userId: string, path: string): Promise<Page> {
  const page = await browser.open(`${site.url}/credits`, { viewport: phone });
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, userId), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await goTo(page, path);
  return page;
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** On a phone. */
async function expectNoFaults(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  expect([page.url(), await accessibilityFaults(page)]).toEqual([page.url(), []]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect([page.url(), width]).toEqual([page.url(), phone.width]);
}

test('an ad with a picture is placed, seen and followed', async () => {
  await site.db.delete(ads);
  const member = await aUser(site.db, { role: 'staff' });
  const staff = await openAs(member.id, '/staff/ads');
  await staff.getByText('No ads yet.').waitFor();
  await staff.getByRole('link', { name: 'Place an ad' }).click();
  await staff.getByLabel('Headline', { exact: true }).fill('Fresh bread at six');
  await staff.getByRole('button', { name: 'Place it' }).click();
  await staff.getByText('Please enter a sentence').waitFor();
  await staff.getByLabel('Text', { exact: true }).fill('Still warm when you get it home.');
  await staff.getByLabel('Button', { exact: true }).fill('Where we are');
  await staff.getByLabel('Link', { exact: true }).fill('/history');
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#b5532f' } })
    .png()
    .toBuffer();
  await staff.locator('input[type=file]').setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer: picture });
  await staff.getByLabel('What the picture shows').fill('A loaf of bread');
  await staff.getByRole('img', { name: 'A loaf of bread' }).waitFor();
  await expectNoFaults(staff, 'dark');
  await staff.getByRole('button', { name: 'Place it' }).click();
  await staff.getByRole('heading', { name: 'Fresh bread at six', level: 1 }).waitFor();
  await expectNoFaults(staff, 'light');

  const visitor = await browser.open(site.url, { userAgent });
  const ad = visitor.getByRole('complementary', { name: 'Advertisement: Fresh bread at six' });
  await ad.scrollIntoViewIfNeeded();
  await ad.getByRole('img', { name: 'A loaf of bread' }).waitFor();
  const counted = async () => (await site.db.select().from(adDays)).map(({ views, clicks }) => [views, clicks]);
  await until(async () => expect(await counted()).toEqual([[1, 0]]));
  await ad.getByRole('link', { name: 'Where we are' }).click();
  await visitor.waitForURL('**/history');
  await until(async () => expect(await counted()).toEqual([[1, 1]]));
  expect(await visitor.context().cookies()).toEqual([]);
  await goTo(staff, '/staff/ads');
  await staff.getByText('1 view, 1 click, 100 %').waitFor();
});

test('the town gets a new telephone number, on every page at once, and its old one back', async () => {
  const staff = await openAs((await aUser(site.db, { role: 'staff' })).id, '/staff/settings');
  const contact = staff.getByRole('form', { name: 'Contact', exact: true });
  await contact.getByLabel('Phone').fill('call us');
  await contact.getByRole('button', { name: 'Save' }).click();
  await contact.getByText('Please enter a telephone number such as').waitFor();
  await contact.getByLabel('Phone').fill('210-555-0177');
  await contact.getByRole('button', { name: 'Save' }).click();
  await contact.getByRole('button', { name: 'Back to the city pack' }).waitFor();
  await expectNoFaults(staff, 'dark');
  await until(async () => {
    const html = await (await fetch(`${site.url}/news`)).text();
    expect(html).toContain('210-555-0177');
  });
  await contact.getByRole('button', { name: 'Back to the city pack' }).click();
  await contact.getByText('As in the city pack').waitFor();
  expect(await contact.getByLabel('Phone').inputValue()).toBe(site.city.facts.contact.phone);
});

test('a table is uploaded, its columns are chosen, and refused rows come back as a file', async () => {
  const staff = await openAs((await aUser(site.db, { role: 'staff' })).id, '/staff/imports');
  await staff.getByText('None yet.').waitFor();
  await expectNoFaults(staff, 'light');
  const buffer = Buffer.from('Betrieb,Where\nFig & Ladder,1 Import Street\n,=2 Import Street\n');
  await staff.getByLabel('File').setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer });
  await staff.getByRole('button', { name: 'Upload' }).click();
  await staff.getByRole('heading', { name: 'shops.csv' }).waitFor();
  await staff.getByText('Fig & Ladder').waitFor();
  await staff.getByRole('button', { name: 'Import', exact: true }).click();
  await staff.getByRole('alert').getByText('Please choose the column that holds the name').waitFor();
  await staff.getByLabel('What Betrieb holds').selectOption('name');
  await staff.getByLabel('What Where holds').selectOption('address');
  await staff.getByRole('button', { name: 'Import', exact: true }).click();
  await staff.getByText('queued').waitFor();
  const [run] = await site.db.select().from(importRuns);
  const services = testServices(site, { env: { DATA_DIR: dataDir } });
  await boundRunImportJob.run(
    { runId: run?.id },
    { ...services, jobId: run?.id ?? '', queuedAt: new Date(), retryCount: 0 },
  );
  await staff.getByText('Line 3:').waitFor();
  await staff.getByText('done', { exact: true }).waitFor();
  await expectNoFaults(staff, 'dark');
  const download = staff.waitForEvent('download');
  await staff.getByRole('link', { name: 'Download all rejected rows' }).click();
  expect((await download).suggestedFilename()).toMatch(/^rejected-rows-.*\.csv$/);
  const path = `${site.url}/staff/imports/runs/${run?.id}/rejected.csv`;
  expect(await (await staff.request.get(path)).text()).toBe(
    "line,reason,name,address\r\n3,no name,,'=2 Import Street\r\n",
  );
  expect((await fetch(path)).status).toBe(404);
  const [added] = await site.db.select().from(businesses).where(eq(businesses.address, '1 Import Street'));
  expect(added).toMatchObject({ name: 'Fig & Ladder', status: 'approved', ownerId: null });
});

test('an owner reads what visitors did', async () => {
  const owner = await aUser(site.db, { emailVerifiedAt: new Date() });
  const shop = await aBusiness(site.db, { name: 'Old Press', phone: '210-555-0143', ownerId: owner.id });
  const visitor = await browser.open(`${site.url}/business/${shop.slug}`, { userAgent });
  // A telephone would ring now; there is none here.
  await visitor.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  const rows = () => site.db.select().from(businessDays).where(eq(businessDays.businessId, shop.id));
  await until(async () => expect(await rows()).toMatchObject([{ views: 1, phone: 0 }]));
  await visitor.getByRole('link', { name: '(210) 555-0143' }).click();
  await until(async () => expect(await rows()).toMatchObject([{ views: 1, phone: 1 }]));

  const page = await openAs(owner.id, '/dashboard');
  await page.getByRole('link', { name: 'Statistics of Old Press' }).click();
  await page.getByRole('img', { name: 'Views by day, last 30 days: 1 in all' }).waitFor();
  await page.getByText('The numbers as a table').click();
  await page.getByRole('columnheader', { name: 'Website' }).waitFor();
  await page.getByText('With Premium you see what people searched').waitFor();
  await page.getByRole('button', { name: 'Send them to me' }).click();
  await page.getByRole('button', { name: 'Stop the monthly mail' }).waitFor();
  await expectNoFaults(page, 'light');
  await expectNoFaults(page, 'dark');
});
