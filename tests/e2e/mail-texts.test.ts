/** Staff put a mail into their own words: a misspelt name is refused, the preview shows the mail, somebody gets it, and it goes back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { startMailSink } from '#tests/support/mail-sink.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const sink = await startMailSink();
const site = startTestSite({ worker: true, env: { SMTP_URL: sink.url } });
const browser = openBrowser();

async function signUp(username: string): Promise<string> {
  const page = await browser.open(`${site.url}/signup`);
  const email = `${username}@example.com`;
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long and good one');
  await page.getByLabel('Confirm Password', { exact: true }).fill('a long and good one');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${site.url}/dashboard`);
  const mail = () => sink.received.find(({ to }) => to.includes(email))?.source;
  await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
  return mail() ?? '';
}

const noSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('the words of a mail change, reach the next person, and go back', async () => {
  const stella = await aUser(site.db, { role: 'staff', username: 'stella', email: 'stella@example.com' });
  const page = await openAs({ site, browser }, stella, '/staff/settings', { viewport: { width: 1440, height: 1000 } });
  await page.getByRole('link', { name: 'Mails', exact: true }).click();
  await page.getByRole('link', { name: 'Somebody signs up, or asks for the link again.' }).click();
  const frame = page.frameLocator('iframe[name=mail-preview]');
  await frame.getByText('Somebody, we hope you, made an account').waitFor();

  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Good day {{usrname}},\n\n{{link: That is me}}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('There is no {{usrname}}. You can use {{username}}').first().waitFor();
  await hasFocus(text);
  await text.fill('Good day {{username}},\n\n{{link: That is me}}');
  await page.getByLabel('Subject').fill('Welcome to {{site}}, {{username}}');
  // The browser keeps what is typed when the page is left.
  await page.reload();
  await page.getByText('What you typed is still here.').waitFor();
  await page.getByRole('button', { name: 'Show the preview' }).click();
  await frame.getByText('Good day maria,').waitFor();
  await page.getByText(/^Subject: Welcome to .*, maria$/).waitFor();
  expect(await frame.getByRole('link', { name: 'That is me' }).evaluate((a) => getComputedStyle(a).fontWeight)).toBe(
    '600',
  );
  await page.getByText('The same for programs that show text only').click();
  await page.locator('pre').getByText('Good day maria,').waitFor();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect
    .poll(() => sink.received.filter(({ to }) => to.includes(stella.email)).length, { timeout: 20_000 })
    .toBe(1);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. The next mail has these words').first().waitFor();
  await page.getByText('This text goes out now.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await noSidewaysScroll(page)).toBe(true);
  }
  expect(await signUp('nora')).toMatch(/Subject: Welcome to [^\n]*, nora/);

  await page.getByRole('button', { name: 'Back to the built-in text' }).click();
  await page.getByText('As built in').waitFor();
  expect(await signUp('otto')).toMatch(/Subject: Confirm your email/);
  await page.getByRole('button', { name: 'Use this text again' }).click();
  await page.getByText('Back to that text').first().waitFor();
  expect(await page.getByLabel('Subject').inputValue()).toBe('Welcome to {{site}}, {{username}}');
});
