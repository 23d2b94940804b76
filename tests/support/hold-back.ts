import type { Page } from 'playwright-core';

/**
 * Holds back the page's requests to this address, so that its loading state can be checked without haste. The
 * returned function releases them.
 */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await letGo;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}
