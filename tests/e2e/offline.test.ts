/** The page of a visitor whose connection drops or is slow. */
import { expect, test } from 'vitest';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({
  harmless: /net::ERR_INTERNET_DISCONNECTED|Failed to fetch CSRF token|Failed to fetch dynamically imported module/,
});

test('a message that cannot be sent is kept, and a toast says so', async () => {
  const page = await browser.open(`${site.url}/contact`);
  await page.getByLabel('Name').fill('Ana Q.');
  await page.getByLabel('Email', { exact: true }).fill('ana@mail.example.com');
  await page.getByLabel('Subject').fill('Wrong hours');
  await page.getByLabel('Message').fill('The bakery opens at seven, not at eight.');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText('Error sending message', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Send Message' }).isEnabled()).toBe(true);
  expect(await page.getByLabel('Message').inputValue()).toBe('The bakery opens at seven, not at eight.');
});

test('staff are told where to look when their line drops, and nothing typed is lost', async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff/settings');
  const phone = page.getByLabel('Phone').first();
  await phone.fill('(210) 555-0177');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('This could not be saved. Please check the connection and try again.').first().waitFor();
  expect(await phone.inputValue()).toBe('(210) 555-0177');
});

test('a toast whose parts cannot be loaded shows its words all the same', async () => {
  const page = await browser.open(`${site.url}/real-estate`);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'For Sale' }).first().click();
  await page.getByText('Coming Soon!', { exact: true }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.getByText('Coming Soon!', { exact: true }).waitFor({ state: 'detached', timeout: 8000 });
});

test('a page that cannot be loaded says so without a torn picture, and another try brings it', async () => {
  const page = await browser.open(site.url);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'View All Events' }).click();
  await page.getByRole('heading', { level: 1, name: 'This page did not load' }).waitFor();
  await expect.poll(() => page.locator('main img:visible').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Community Events' }).waitFor();
});

test('a form sent without a connection before the page’s scripts are there stays, with what was written', async () => {
  const page = await browser.open(`${site.url}/history`);
  // Never answered: the page's own scripts do not come.
  await page.route('**/*.js', () => undefined);
  await page.goto(`${site.url}/contact`, { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Name').fill('Ana Q.');
  await page.getByLabel('Email', { exact: true }).fill('ana@mail.example.com');
  await page.getByLabel('Subject').fill('Wrong hours');
  await page.getByLabel('Message').fill('The bakery opens at seven, not at eight.');
  await page.context().setOffline(true);
  const told = page.waitForEvent('dialog');
  const pressed = page.getByRole('button', { name: 'Send Message' }).click({ noWaitAfter: true });
  const dialog = await told;
  expect(dialog.message()).toContain('Nothing was sent');
  await dialog.accept();
  await pressed;
  expect(await page.getByLabel('Message').inputValue()).toBe('The bakery opens at seven, not at eight.');
});

test('a button pressed before the page’s scripts are there does its work once they are', async () => {
  const page = await browser.open(`${site.url}/contact`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/real-estate`);
  await page.getByRole('button', { name: 'For Lease' }).first().click();
  await page.getByRole('button', { name: 'For Sale' }).first().click();
  expect(await page.locator('html[data-hydrated]').count()).toBe(0);
  release();
  await page.getByText('Residential For Sale functionality', { exact: false }).first().waitFor();
  expect(await page.getByText('Residential For Lease functionality', { exact: false }).count()).toBe(0);
});
