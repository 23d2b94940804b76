import { expect, test } from 'vitest';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test.each([
  ['/login', 'current-password'],
  ['/signup', 'new-password'],
])('%s takes a pasted password and lets password managers fill it in', async (path, purpose) => {
  const page = await browser.open(`${site.url}${path}`);
  await page.locator('input[type="password"]').first().waitFor();
  for (const field of await page.locator('input[type="password"]').all()) {
    expect(await field.getAttribute('autocomplete')).toBe(purpose);
    const isTaken = await field.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    );
    expect(isTaken).toBe(true);
  }
});

test('/signup asks about an address that is one slip away from a large mailbox', async () => {
  const page = await browser.open(`${site.url}/signup`);
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('maria@gmial.com');
  await email.press('Tab');
  await page.getByText('Did you mean maria@gmail.com?').waitFor();
  await email.fill('maria@gmail.com');
  await email.press('Tab');
  await page.getByText('Did you mean').waitFor({ state: 'detached' });
});

test.each([true, false])('/login keeps the password when the address has a slip, with scripts: %s', async (script) => {
  const page = await browser.open(`${site.url}/login`, { script });
  if (script) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  for (const slip of ['maria', 'maria@example']) {
    await page.getByLabel('Email', { exact: true }).fill(slip);
    await page.getByLabel('Password', { exact: true }).fill('under the live oaks');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('under the live oaks');
    expect(await page.getByLabel('Email', { exact: true }).evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
  }
  expect(new URL(page.url()).pathname).toBe('/login');
  if (script) await page.getByText('Invalid email address').first().waitFor();
});
