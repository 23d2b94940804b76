/** Opens pages for a signed-in person, for tests that are not about signing in. */
import type { Page } from 'playwright-core';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import type { OpenOptions, TestBrowser, TestSite } from './site.ts';

/** Opens the page in a new browser context. @param who 'staff': a new member of staff */
export async function openAs(
  { site, browser }: { site: TestSite; browser: TestBrowser },
  who: { id: string } | 'staff',
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  const { id } = who === 'staff' ? await aUser(site.db, { role: 'staff' }) : who;
  return browser.open(site.url + path, { ...options, session: await aSession(site.db, id) });
}

/** Loads another page of the site and waits until it is ready. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/**
 * Goes to another page without a full load, as a link inside the site does. A full load takes most of a
 * test's time.
 */
export async function followTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: history.length, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}
