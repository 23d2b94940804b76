/**
 * One person's hour of work for the town, each step in the browser, with a worker and a mail server; then
 * the result that everybody sees.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { articles, businesses } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { readers } from '#tests/factories/an-issue.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const count = 500;
const sink = await startMailSink();
afterAll(() => sink.stop());
const site = startTestSite({
  env: { DATA_DIR: mkdtempSync(join(tmpdir(), 'alameda-hour-')), SMTP_URL: sink.url },
  worker: true,
  fill: async (db) => {
    await readers(db, count);
    await db.execute(sql`insert into newsletter_settings (id, mails_per_minute) values (1, 60000)`);
  },
});
const browser = openBrowser();

/** The test's own says that it is headless, and robots do not count. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = { width: 390, height: 844 };
/** Long enough for the work of another process on a busy machine. */
const patient = { timeout: 60_000 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const textOf = async (path: string) => (await fetch(site.url + path)).text();

async function weeklyEvent(page: Page): Promise<void> {
  await goTo(page, '/staff/events/new');
  await page.getByLabel('Title').fill('Evening choir');
  await page.getByLabel('Day', { exact: true }).fill(addDays(dayOf(new Date(), site.city.facts.timeZone), 2));
  await page.getByLabel('Starts at').fill('19:00');
  await page.getByLabel('Place').fill('The bandstand');
  await page.getByLabel('How often').selectOption('week');
  await page
    .getByRole('region', { name: /The next dates|When it is/ })
    .getByText(/^Every week on/)
    .waitFor();
  await button(page, 'Publish event').click();
  await page.getByRole('heading', { name: 'Coming dates' }).waitFor();
}

/** Staff write an article and schedule it for tomorrow; then the clock moves to tomorrow. */
async function scheduledArticle(page: Page): Promise<void> {
  await goTo(page, '/staff/articles/new');
  await page.getByLabel('Title').fill('Lights on Alameda Circle');
  await page.getByLabel('Excerpt').fill('The trees shine from Friday on.');
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.type('From Friday on.');
  await page.getByText(/^Saved \d/).waitFor();
  await button(page, 'Schedule').click();
  await page.getByLabel('Day').waitFor();
  await button(page, 'Schedule').click();
  await page.getByText(/^Goes live .* at 9:00 AM\.$/).waitFor();
  expect(await textOf('/news')).not.toContain('Lights on Alameda Circle');
  await site.db.update(articles).set({ publishAt: new Date(Date.now() - 1000) });
  await site.db.execute(sql`update pgboss.job set start_after = now() where name = 'publish-due-articles'`);
  await expect.poll(() => textOf('/news'), patient).toContain('Lights on Alameda Circle');
}

async function importedBusinesses(page: Page): Promise<void> {
  await goTo(page, '/staff/imports');
  const buffer = Buffer.from('Betrieb,Where\nFig & Ladder,1 Import Street\n,=2 Import Street\n');
  await page.getByLabel('File').setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer });
  await button(page, 'Upload').click();
  await page.getByRole('heading', { name: 'shops.csv' }).waitFor();
  await page.getByText('Fig & Ladder').waitFor();
  await button(page, 'Import').click();
  await page.getByRole('alert').getByText('Please choose the column that holds the name').waitFor();
  await page.getByLabel('What Betrieb holds').selectOption('name');
  await page.getByLabel('What Where holds').selectOption('address');
  await button(page, 'Import').click();
  await page.getByText('Line 3:').waitFor(patient);
  const link = page.getByRole('link', { name: 'Download all rejected rows' });
  const path = (await link.getAttribute('href')) ?? '';
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/^rejected-rows-.*\.csv$/);
  expect(await (await page.request.get(site.url + path)).text()).toBe(
    'line,reason,name,address\r\n3,no name,,\u00a0=2 Import Street\r\n',
  );
  const stranger = await fetch(site.url + path, { redirect: 'manual' });
  expect(stranger.status).toBe(302);
  expect(stranger.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`);
  await undoneImport(page);
  await button(page, 'Import').click();
  await page.getByText('Line 3:').waitFor(patient);
}

async function undoneImport(page: Page): Promise<void> {
  await button(page, 'Undo this import').click();
  await button(page, 'Yes, undo it').click();
  await page.getByText('Changes of the import').waitFor(patient);
  await page.getByRole('heading', { name: 'Undo', exact: true }).waitFor();
  expect(await site.db.$count(businesses, eq(businesses.name, 'Fig & Ladder'))).toBe(0);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
}

async function placedAd(page: Page): Promise<void> {
  await goTo(page, '/staff/ads');
  await page.getByText('No ads yet.').waitFor();
  await page.getByRole('link', { name: 'Place an ad' }).click();
  await page.getByLabel('Headline', { exact: true }).fill('Fresh bread at six');
  await button(page, 'Place it').click();
  await page.getByText('Please enter a sentence').waitFor();
  await page.getByLabel('Text', { exact: true }).fill('Still warm when you get it home.');
  await page.getByLabel('Button', { exact: true }).fill('Where we are');
  await page.getByLabel('Link', { exact: true }).fill('/history');
  const background = '#b5532f';
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer: picture });
  await page.getByLabel('What the picture shows').fill('A loaf of bread');
  await page.getByRole('img', { name: 'A loaf of bread' }).waitFor();
  await button(page, 'Place it').click();
  await page.getByRole('heading', { name: 'Fresh bread at six', level: 1 }).waitFor();
}

/** The issue is drafted from this content, sent to its author as a test, and then sent to all readers. */
async function sentNewsletter(page: Page, author: string): Promise<void> {
  await goTo(page, '/staff/newsletter');
  await button(page, `Draft “This week in ${site.city.facts.name}”`).click();
  await page.waitForURL(/\/staff\/newsletter\/[0-9a-f-]{36}$/);
  for (const item of ['Evening choir', 'Fig & Ladder', 'Lights on Alameda Circle']) {
    await page.getByText(item, { exact: true }).first().waitFor();
  }
  await page.getByLabel('Subject').fill('The week of the lights');
  await page.getByText('All changes are saved.').waitFor();
  await button(page, 'Send me a test').click();
  await page.getByText(/^A test mail of this version was sent/).waitFor();
  await expect.poll(() => sink.received.map(({ to }) => to), patient).toEqual([[author]]);
  const [{ source } = { source: '' }] = sink.received.splice(0);
  expect(source).toContain('Subject: [Test] The week of the lights');

  await button(page, 'Send now').click();
  await page.getByText(`“The week of the lights” goes to ${count} readers in a minute.`).waitFor();
  await button(page, `Send to ${count} readers`).click();
  await button(page, 'Call it back').waitFor();
  // The minute in which it can be called back is over.
  await site.db.execute(sql`update newsletter_issues set scheduled_at = now() where status = 'scheduled'`);
  await site.db.execute(
    sql`update pgboss.job set start_after = now() where name = 'newsletter-clock' and state = 'created'`,
  );
  await page.getByText(`${count} of ${count} readers done`).waitFor({ timeout: 120_000 });
  await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
}

test('the hour’s work, and what the town sees of it', { timeout: 300_000 }, async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: phone, reducedMotion: 'reduce' });
  await page.getByText('Nothing waits. Well done.').waitFor();
  const { rows } = await site.db.execute<{ email: string }>(sql`select email from users where role = 'staff'`);
  await weeklyEvent(page);
  await scheduledArticle(page);
  await importedBusinesses(page);
  await placedAd(page);
  await sentNewsletter(page, rows[0]?.email ?? '');

  // Each reader has it once.
  const addresses = sink.received.flatMap(({ to }) => to);
  expect([addresses.length, new Set(addresses).size]).toEqual([count, count]);
  const mail = sink.received[0]?.source.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const token = /\/newsletter\/unsubscribe\?token=([\w-]{38})/.exec(mail)?.[1] ?? '';

  // A visitor follows the ad on the home page, reads, and unsubscribes from the newsletter.
  const visitor = await browser.open(site.url, { userAgent });
  const ad = visitor.getByRole('complementary', { name: 'Advertisement: Fresh bread at six' });
  await ad.scrollIntoViewIfNeeded();
  await ad.getByRole('img', { name: 'A loaf of bread' }).waitFor();
  const counted = async () => (await site.db.execute(sql`select views, clicks from ad_days`)).rows;
  await expect.poll(counted, patient).toEqual([{ views: 1, clicks: 0 }]);
  await ad.getByRole('link', { name: 'Where we are' }).click();
  await visitor.waitForURL('**/history');
  await expect.poll(counted, patient).toEqual([{ views: 1, clicks: 1 }]);
  expect(await visitor.context().cookies()).toEqual([]);

  await goTo(visitor, '/events');
  const choir = visitor.getByRole('article').filter({ hasText: 'Evening choir' });
  await choir.getByText('7:00 PM').first().waitFor();
  await choir.getByText('The bandstand').first().waitFor();
  await goTo(visitor, '/news');
  await visitor.getByRole('link', { name: 'Lights on Alameda Circle' }).first().click();
  await visitor.getByRole('heading', { name: 'Lights on Alameda Circle', level: 1 }).waitFor();
  await goTo(visitor, '/directory?search=ladder');
  await visitor.getByRole('heading', { name: 'Fig & Ladder' }).waitFor();

  await goTo(visitor, '/newsletter/archive');
  await visitor.getByRole('link', { name: 'The week of the lights' }).click();
  await visitor.getByRole('heading', { name: 'The week of the lights', level: 1 }).waitFor();
  await visitor.getByRole('link', { name: 'Fig & Ladder' }).waitFor();
  // Scripts are off, as in some mail programs.
  const plain = await browser.open(`${site.url}/newsletter/preferences?token=${token}`, { script: false });
  await plain.getByLabel('Business news').uncheck();
  await plain.getByRole('button', { name: 'Save' }).click();
  await plain.getByText('Your choice is saved.').waitFor();
  expect(await plain.getByLabel('Business news').isChecked()).toBe(false);
  expect(await plain.getByLabel('Community events').isChecked()).toBe(true);
  await goTo(visitor, `/newsletter/unsubscribe?token=${token}`);
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await visitor.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();

  await page.reload();
  await page.locator('dl div', { hasText: 'Unsubscribed' }).getByText('1', { exact: true }).waitFor();
  await goTo(page, '/staff/ads');
  await page.getByText('1 view, 1 click, 100 %').waitFor();
});
