/** Makes people with a password and signs browsers in. */
import type { Page } from 'playwright-core';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import type { users } from '#server/db/schema/index.ts';
import { aUser } from '#tests/factories/a-user.ts';
import type { TestBrowser, TestSite } from './site.ts';

/** The password of everybody whom aPerson makes. */
export const password = 'under the live oaks';

/** Waits for a toast's title or text. A second copy is for screen readers. */
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

export const sees = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

export function logInPage(site: TestSite, browser: TestBrowser) {
  let count = 0;
  async function fillLogIn(page: Page, email: string, typed = password) {
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(typed);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
  }
  return {
    fillLogIn,
    /** Makes a new person. */
    aPerson: async (given: Partial<typeof users.$inferInsert> = {}) => {
      count++;
      const email = `person-${count}@example.com`;
      return aUser(site.db, {
        username: `Person ${count}`,
        email,
        passwordHash: await hashPassword(password),
        ...given,
      });
    },
    /** Opens this page in a browser of its own, signed in. */
    signedIn: async (email: string, path = '/account') => {
      const page = await browser.open(`${site.url}/login?next=${encodeURIComponent(path)}`);
      await fillLogIn(page, email);
      await page.waitForURL(site.url + path);
      return page;
    },
  };
}
