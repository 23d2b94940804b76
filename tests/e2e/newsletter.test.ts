/** Staff edit an issue block by block, send it, and pause it. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startIssue } from '#features/newsletter/server/issues/start-issue.ts';
import { sendSlice } from '#features/newsletter/server/sending/send-slice.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { anIssue, readers } from '#tests/factories/an-issue.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const count = 40;
const tomorrow = new Date(Date.now() + 86_400_000);

const site = startTestSite({
  fill: async (db) => {
    await aBusiness(db, { name: 'Bea’s Bakery', description: 'Bread every morning.' });
    await anEvent(db, { title: 'Founders’ Parade', startsAt: tomorrow }, [{ startsAt: tomorrow }]);
    await anArticle(db, { title: 'A new bridge', excerpt: 'Over the creek.' });
    await anArticle(db, { title: 'An old bridge', publishAt: new Date(Date.now() - 30 * 86_400_000) });
    await readers(db, count);
    await db.execute(sql`insert into newsletter_settings (id, mails_per_minute) values (1, 60000)`);
  },
});
const browser = openBrowser({ harmless: /Failed to load resource: the server responded with a status of (409|503)/ });

test('text that was never saved is here again, and nobody overwrites a colleague without a choice', async () => {
  const staff = await aUser(site.db, { role: 'staff' });
  const { id } = await anIssue(site.db, { subject: 'As stored', status: 'draft' });
  const path = `/staff/newsletter/${id}`;
  const page = await openAs({ site, browser }, { id: staff.id }, path);
  const subject = async () =>
    (await site.db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)))[0]?.subject;
  await page
    .context()
    .route(`**/api/staff/newsletter/issues/${id}`, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, body: '' }),
    );
  await page.getByLabel('Subject').fill('Typed too late');
  await page.getByText(/^The site cannot save right now\. Your text is kept/).waitFor();
  const again = await page.context().newPage();
  await page.close();
  await again.goto(site.url + path);
  await again.getByText('Welcome back: what you typed is still here.').waitFor();
  expect(await again.getByLabel('Subject').inputValue()).toBe('Typed too late');
  await again.context().unroute(`**/api/staff/newsletter/issues/${id}`);
  await again.getByText('All changes are saved.').waitFor({ timeout: 10_000 });
  expect(await subject()).toBe('Typed too late');

  const byNora = () =>
    site.db
      .update(newsletterIssues)
      .set({ subject: 'By Nora', version: sql`version + 1` })
      .where(eq(newsletterIssues.id, id));
  for (const [button, kept] of [
    ['Keep mine', 'Mine'],
    ['Take the other', 'By Nora'],
  ] as const) {
    await byNora();
    await again.getByLabel('Subject').fill('Mine');
    await again
      .getByRole('alert')
      .getByText(/ changed this issue/)
      .waitFor();
    await again.getByRole('button', { name: button }).click();
    await again.getByText('All changes are saved.').waitFor();
    expect([await subject(), await again.getByLabel('Subject').inputValue()]).toEqual([kept, kept]);
    await again.getByLabel('Subject').fill('In between');
    await again.getByText('All changes are saved.').waitFor();
    await expect.poll(subject).toBe('In between');
  }
});

/** Ends the minute in which an issue can be called back. */
async function startAtOnce(issueId: string): Promise<void> {
  const env = readEnv({ SITE_URL: site.url });
  await site.db.update(newsletterIssues).set({ scheduledAt: new Date() }).where(eq(newsletterIssues.id, issueId));
  await startIssue({ db: site.db, city: site.city, env, log, now: () => new Date() }, issueId);
}

/** The worker's part. */
async function sendAll(issueId: string, smtpUrl: string): Promise<void> {
  const env = readEnv({ SITE_URL: site.url, SMTP_URL: smtpUrl });
  const services = { db: site.db, city: site.city, env, log, now: () => new Date() };
  const mailer = openMailer(env, { isBulk: true });
  await sendSlice(services, { issueId, mailer, sliceMs: 30_000 });
  mailer.close();
}

test('a draft that wrote itself is edited, looked at, sent, paused and resumed', { timeout: 150_000 }, async () => {
  const sink = await startMailSink();
  const page = await openAs({ site, browser }, 'staff', '/staff/newsletter');
  await page.getByRole('button', { name: `Draft “This week in ${site.city.facts.name}”` }).click();
  await page.waitForURL(/\/staff\/newsletter\/[0-9a-f-]{36}$/);
  const id = page.url().slice(-36);
  for (const item of ['Bea’s Bakery', 'Founders’ Parade', 'A new bridge']) {
    await page.getByText(item, { exact: true }).waitFor();
  }
  expect(await page.getByText('An old bridge').count()).toBe(0);

  // Edited: the subject, the greeting, an older article besides, its section first.
  await page.getByLabel('Subject').fill('');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('alert').filter({ hasText: 'Nothing was sent: the draft could not be saved.' }).waitFor();
  await page.getByLabel('Subject').fill('The week of the parade');
  // The editor itself, not the box that stands in for it while its script comes.
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Good evening!');
  const articles = page.getByRole('listitem', { name: /: Articles$/ });
  await articles.getByRole('button', { name: 'Choose articles' }).click();
  await articles.getByLabel('Search articles').fill('old');
  await articles.getByRole('button', { name: 'Add An old bridge' }).click();
  await articles.getByRole('button', { name: 'Done' }).click();
  await articles.getByRole('button', { name: 'Move An old bridge up' }).click();
  await page.getByRole('button', { name: 'Remove block 8' }).click();
  await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'Heading' }).click();
  await page
    .getByRole('listitem', { name: /^Block 9: Heading/ })
    .getByPlaceholder('Heading')
    .fill('Until next week');
  await page.getByRole('button', { name: 'Move block 9 up' }).click();
  await page.getByText('All changes are saved.').waitFor();

  await page.getByRole('button', { name: 'Preview: desktop' }).click();
  const mail = page.frameLocator('iframe');
  await mail.getByRole('heading', { name: 'The week of the parade' }).waitFor();
  await mail.getByText('Good evening!').waitFor();
  await mail.getByRole('link', { name: 'Founders’ Parade' }).waitFor();
  await page.getByRole('button', { name: 'Preview: phone' }).click();
  await page.getByTitle('The mail on a phone').waitFor();
  expect((await page.locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(390);

  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(`“The week of the parade” goes to ${count} readers in a minute.`).waitFor();
  await page.getByRole('button', { name: `Send to ${count} readers` }).click();
  await page.getByText('within a minute').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Call it back' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('button', { name: `Send to ${count} readers` }).click();
  await page.getByText('within a minute').waitFor();
  await startAtOnce(id);
  await page.getByText(`0 of ${count} readers done`).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('heading', { name: 'Paused' }).waitFor();
  await sendAll(id, sink.url);
  expect(sink.received).toHaveLength(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await sendAll(id, sink.url);
  await page.getByText(`${count} of ${count} readers done`).waitFor();
  await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
  expect(new Set(sink.received.flatMap(({ to }) => to)).size).toBe(count);
  await sink.stop();

  // The issue in the public archive.
  await page.getByRole('link', { name: 'See it in the archive' }).click();
  await page.getByRole('heading', { name: 'The week of the parade', level: 1 }).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  await expect
    .poll(() => page.locator('main').innerText())
    .toMatch(/Good evening![\s\S]*Founders’ Parade[\s\S]*Bea’s Bakery[\s\S]*An old bridge[\s\S]*A new bridge/);
});
