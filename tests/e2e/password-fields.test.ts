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
