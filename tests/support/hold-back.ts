import type { Page } from 'playwright-core';

/**
 * Holds back what the page asks for there, so that what is shown meanwhile can be looked at, however long that takes. The
 * answer lets it all go.
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
