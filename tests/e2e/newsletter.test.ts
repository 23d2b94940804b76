/** An issue from its self-written draft to the reader who leaves, through a real mail server. */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sendSlice } from '#features/newsletter/server/sending/send-slice.ts';
import { newsletterIssues } from '#server/db/schema/index.ts';
import { readEnv } from '#server/env.ts';
import { log } from '#server/log.ts';
import { openMailer } from '#server/mail/open-mailer.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { readers } from '#tests/factories/an-issue.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
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
const browser = openBrowser();

interface Look {
  viewport?: { width: number; height: number };
  colorScheme?: 'dark' | 'light';
}

async function openAsStaff(path: string, look: Look = {}): Promise<Page> {
  const { id } = await aUser(site.db, { role: 'staff' });
  const page = await browser.open(`${site.url}/credits`, look);
  await page.context().addCookies([
    { name: 'session', value: await aSession(site.db, id), url: site.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: site.url },
  ]);
  await page.goto(site.url + path);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  return page;
}

/** What the worker does. */
async function sendAll(issueId: string, smtpUrl: string): Promise<void> {
  const env = readEnv({ SITE_URL: site.url, SMTP_URL: smtpUrl });
  const services = { db: site.db, city: site.city, env, log, now: () => new Date() };
  const mailer = openMailer(env, { isBulk: true });
  await sendSlice(services, { issueId, mailer, sliceMs: 30_000 });
  mailer.close();
}

test('from the draft that writes itself to the reader who leaves', { timeout: 150_000 }, async () => {
  const sink = await startMailSink();
  const page = await openAsStaff('/staff/newsletter');
  await page.getByRole('button', { name: `Draft “This week in ${site.city.facts.name}”` }).click();
  await page.waitForURL(/\/staff\/newsletter\/[0-9a-f-]{36}$/);
  const id = page.url().slice(-36);
  for (const item of ['Bea’s Bakery', 'Founders’ Parade', 'A new bridge']) {
    await page.getByText(item, { exact: true }).waitFor();
  }
  expect(await page.getByText('An old bridge').count()).toBe(0);

  // Edited: the subject, the greeting, an older article besides, its section first.
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

  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByText(/^You looked at a test mail of this version/).waitFor();
  const { rows: tests } = await site.db.execute<{ subject: string; html: string }>(
    sql`select data->>'subject' as subject, data->>'html' as html from pgboss.job where name = 'send-mail'`,
  );
  expect(tests.map(({ subject }) => subject)).toEqual(['[Test] The week of the parade']);

  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(`“The week of the parade” goes to ${count} readers now.`).waitFor();
  await page.getByRole('button', { name: `Send to ${count} readers` }).click();
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

  // The reader's side.
  await page.getByRole('link', { name: 'See it in the archive' }).click();
  await page.getByRole('heading', { name: 'The week of the parade', level: 1 }).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  await expect
    .poll(() => page.locator('main').innerText())
    .toMatch(/Good evening![\s\S]*Founders’ Parade[\s\S]*Bea’s Bakery[\s\S]*An old bridge[\s\S]*A new bridge/);
  expect(await accessibilityFaults(page)).toEqual([]);

  const source = sink.received[0]?.source.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
  const token = /\/newsletter\/preferences\?token=([\w-]{38})/.exec(source)?.[1] ?? '';
  const plain = await browser.open(`${site.url}/newsletter/preferences?token=${token}`, { script: false });
  await plain.getByLabel('Business news').uncheck();
  await plain.getByRole('button', { name: 'Save' }).click();
  await plain.getByText('Your choice is saved.').waitFor();
  expect(await plain.getByLabel('Business news').isChecked()).toBe(false);
  expect(await plain.getByLabel('Community events').isChecked()).toBe(true);

  const leaving = await browser.open(`${site.url}/newsletter/unsubscribe?token=${token}`);
  await leaving.getByRole('button', { name: 'Unsubscribe' }).click();
  await leaving.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  await page.goto(`${site.url}/staff/newsletter/${id}`);
  await page.locator('dl div', { hasText: 'Unsubscribed' }).getByText('1', { exact: true }).waitFor();
});

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
] as const)('every page of it fits a phone and has no accessibility fault (%s)', async (_, colorScheme) => {
  const draft = await site.db
    .insert(newsletterIssues)
    .values({
      subject: 'A draft with one of each and a subject that goes on for longer than a phone is wide',
      blocks: [
        { type: 'heading', key: 'a', text: 'Hello' },
        { type: 'picture', key: 'b', src: '', alt: '' },
        { type: 'businesses', key: 'c', ids: [crypto.randomUUID()] },
        { type: 'button', key: 'd', label: 'Read more', url: '/' },
        { type: 'divider', key: 'e' },
        { type: 'text', key: 'f', html: '<p>Good morning.</p>' },
      ],
    })
    .returning();
  const page = await openAsStaff('/staff/newsletter', { viewport: { width: 390, height: 844 }, colorScheme });
  const look = async (ready: string) => {
    await page.getByText(ready).first().waitFor();
    expect(await accessibilityFaults(page), ready).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), ready).toBeLessThanOrEqual(390);
  };
  if (colorScheme === 'light') await look('A draft with one of each');
  await page.goto(`${site.url}/staff/newsletter/${draft[0]?.id}`);
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await look('Schedule it');
  if (colorScheme === 'dark') return;
  await page.goto(`${site.url}/staff/newsletter/subscribers`);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Please choose a file').waitFor();
  await look('reader-1@mail.example.com');
  await page.goto(`${site.url}/staff/newsletter/settings`);
  await look('Mails a minute');
});
