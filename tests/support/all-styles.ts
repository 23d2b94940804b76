import type { Page } from 'playwright-core';

/** Waits until a page with script has its whole sheet, which comes after the page and may come after its scripts. */
export async function allStyles(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('head > link[rel=stylesheet]')];
    return links.length > 0 && links.every(({ sheet }) => sheet);
  });
}
