/** An article in the browser: staff write it by keyboard, lose nothing in a mishap, schedule it, change it and restore a version. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { publishDueArticles } from '#features/articles/server/publish-due.ts';
import { saveArticle } from '#features/articles/server/save-article.ts';
import { findWorkingCopy } from '#features/articles/server/working-copy.ts';
import { articles, sessions } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, addSession, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ env: { DATA_DIR: mkdtempSync(join(tmpdir(), 'alameda-news-')) } });
const browser = openBrowser({
  harmless: /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_(INTERNET|FAILED))/,
});

const open = (userId: string, path: string) =>
  openAs({ site, browser }, { id: userId }, path, {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });

const isSaved = (page: Page) => page.getByText(/^Saved \d/).waitFor({ timeout: 20_000 });
const newsOf = async (path: string) => (await fetch(site.url + path)).text();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('written by keyboard, scheduled, live at its time, changed and brought back', async () => {
  const staff = await aUser(site.db, { role: 'staff' });
  const page = await open(staff.id, '/staff/articles');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByLabel('Title').fill('Lights on Alameda Circle');
  await page.getByLabel('Excerpt').fill('The trees shine from Friday on.');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.focus();
  await page.keyboard.type('When');
  // The server does not know the new article yet.
  expect(asked.filter((call) => /^GET \/api\/staff\/articles\/[\da-f-]{36}$/.test(call))).toEqual([]);
  await page.keyboard.press('Alt+F10');
  await hasFocus(button(page, 'Heading'));
  await page.keyboard.press('Enter');
  await text.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Alt+F10');
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await text.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Friday, see ');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Address', { exact: true }).fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText(/^This cannot be linked to/).waitFor();
  await page.getByLabel('Address', { exact: true }).fill('/events');
  await page.getByLabel('Words to show').fill('the calendar');
  await page.keyboard.press('Enter');
  await text.and(page.locator(':focus')).waitFor();
  await isSaved(page);

  const picture = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#c9a24b' } })
    .png()
    .toBuffer();
  const chooser = page.getByRole('region', { name: 'Picture' }).locator('input[type=file]');
  await chooser.setInputFiles({ name: 'lights.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: /^Focus of the picture/ }).press('ArrowLeft');
  await page.getByRole('button', { name: 'Focus of the picture: 40 % from the left, 50 % from the top' }).waitFor();
  await button(page, 'Publish now').click();
  await page.getByText('Please say what the picture shows.').first().waitFor();
  await page.getByLabel('Description of the picture').fill('A gold sheet');
  await isSaved(page);
  expect(await accessibilityFaults(page)).toEqual([]);

  await button(page, 'Schedule').click();
  await page.getByLabel('Day').waitFor();
  await button(page, 'Schedule').click();
  await page.getByText(/^Goes live .* at 9:00 AM\.$/).waitFor();
  const path = '/news/lights-on-alameda-circle';
  expect(await newsOf('/news')).not.toContain('Lights on Alameda Circle');
  expect((await fetch(site.url + path)).status).toBe(404);
  const preview = await page.getByRole('link', { name: 'Preview', exact: true }).getAttribute('href');
  expect(await newsOf(preview ?? '')).toMatch(/noindex[\s\S]*Lights on Alameda Circle/);

  // The next day comes.
  await site.db.update(articles).set({ publishAt: new Date(Date.now() - 1000) });
  expect(await publishDueArticles(site.db, new Date())).toBe(1);
  await expect.poll(() => newsOf('/news'), { timeout: 10_000 }).toContain('Lights on Alameda Circle');
  await expect.poll(() => newsOf('/feeds/news.json'), { timeout: 10_000 }).toContain(path);
  const visitor = await browser.open(site.url + path);
  await visitor.getByRole('heading', { name: 'When', level: 2 }).waitFor();
  expect(await visitor.getByRole('link', { name: 'the calendar' }).getAttribute('href')).toBe('/events');
  expect(await visitor.getByRole('img', { name: 'A gold sheet' }).getAttribute('class')).toContain(
    'focus-x-40 focus-y-50',
  );

  await page.reload();
  await page.getByText(/^Live since/).waitFor();
  await page.getByLabel('Title').fill('Lights out');
  await page.getByText('The newest changes are not on the site yet.').waitFor();
  expect(await newsOf(path)).not.toContain('Lights out');
  await button(page, 'Publish changes').click();
  await page.getByText('The newest changes are not on the site yet.').waitFor({ state: 'detached' });
  await expect.poll(() => newsOf(path), { timeout: 10_000 }).toContain('Lights out');

  await button(page, 'Show versions').click();
  await button(page, 'Compare').first().click();
  await page.locator('ins', { hasText: 'out' }).waitFor();
  await button(page, 'Bring this version back').click();
  await page.getByText('This version is the newest again').first().waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Lights on Alameda Circle');
  await button(page, 'Publish changes').click();
  await expect.poll(() => newsOf(path), { timeout: 10_000 }).not.toContain('Lights out');
  await page.goto(`${site.url}/staff/articles?state=published`);
  await page.getByRole('link', { name: 'Lights on Alameda Circle' }).waitFor();
});

test('text that was never saved is here again for its author, and gone after they log out', async () => {
  const staff = await aUser(site.db, { role: 'staff' });
  const page = await open(staff.id, '/staff/articles/new');
  await page.getByLabel('Title').fill('A closed tab');
  await isSaved(page);
  const address = page.url();
  const id = address.split('/').at(-1) ?? '';
  await page
    .context()
    .route('**/api/staff/articles/*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
  await page.getByLabel('Title').fill('A tab closed too early');
  await page.getByText(/^No connection\. Your text is kept/).waitFor();
  const again = await page.context().newPage();
  await page.close();
  await again.goto(address);
  await again.getByText('Welcome back: what you typed is still here.').waitFor();
  await again.getByText('It is not saved yet.').waitFor();
  expect(await again.getByLabel('Title').inputValue()).toBe('A tab closed too early');
  await again.context().unroute('**/api/staff/articles/*');
  await isSaved(again);
  expect((await findWorkingCopy(site.db, id))?.fields.title).toBe('A tab closed too early');

  await again.context().route('**/api/staff/articles/*', (route) => route.abort());
  await again.getByLabel('Title').fill('Nobody shall read this');
  await again.getByText(/^No connection\. Your text is kept/).waitFor();
  const kept = () => again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  expect(await kept()).toEqual([`draft:${staff.id}:article:${id}`]);
  await again.setViewportSize({ width: 1280, height: 800 });
  const asked: string[] = [];
  again.once('dialog', async (dialog) => {
    asked.push(dialog.message());
    await dialog.accept();
  });
  await again.getByRole('button', { name: 'Logout' }).click();
  await again.waitForURL(`${site.url}/`);
  await again.getByText('Logged out successfully', { exact: true }).waitFor();
  expect(asked).toEqual([expect.stringContaining('not saved yet')]);
  expect(await kept()).toEqual([]);
});

test('nothing typed is lost: not offline, not logged out, not when a colleague saves first', async () => {
  const staff = await aUser(site.db, { role: 'staff' });
  const page = await open(staff.id, '/staff/articles/new');
  await page.getByLabel('Title').fill('A day of mishaps');
  await isSaved(page);
  const id = page.url().split('/').at(-1) ?? '';
  const stored = async () => (await findWorkingCopy(site.db, id))?.fields.title;

  await page.context().setOffline(true);
  await page.getByLabel('Title').fill('A day without a line');
  await page.getByText(/^No connection\. Your text is kept/).waitFor();
  await page.context().setOffline(false);
  await isSaved(page);
  expect(await stored()).toBe('A day without a line');

  await site.db.delete(sessions).where(eq(sessions.userId, staff.id));
  await page.getByLabel('Title').fill('A day without a session');
  await page.getByText(/^You are logged out/).waitFor();
  await addSession(page.context(), site.url, await aSession(site.db, staff.id));
  await isSaved(page);
  expect(await stored()).toBe('A day without a session');

  const colleague = await aUser(site.db, { role: 'staff', username: 'nora' });
  const copy = await findWorkingCopy(site.db, id);
  if (copy === null) throw new Error('the article is not stored');
  const fields = { ...copy.fields, title: 'A day with Nora' };
  const { version } = copy.row;
  await saveArticle(site.db, {
    id,
    fields,
    version,
    editor: null,
    kind: 'saved',
    actorId: colleague.id,
    now: new Date(),
  });
  await page.getByLabel('Title').fill('A day with mishaps');
  await page.getByText(/^nora saved this article while you had it open\./).waitFor();
  await button(page, 'Show the differences').click();
  await page.locator('del', { hasText: 'Nora' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Keep mine').click();
  await isSaved(page);
  expect(await stored()).toBe('A day with mishaps');

  await page.route('**/rich-text-editor*', (route) => route.abort());
  await page.reload();
  await page.getByText(/^The editor could not be loaded/).waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('<p>Without the editor</p>');
  await isSaved(page);
  expect((await findWorkingCopy(site.db, id))?.fields.content).toBe('<p>Without the editor</p>');

  await button(page, 'Delete draft').click();
  await button(page, 'Delete for good').click();
  await page.waitForURL('**/staff/articles');
  expect(await stored()).toBeUndefined();
});
