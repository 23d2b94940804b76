/** (g) Whether *back* brings each public page as it was left, from the browser's own cache. */
import { type BrowserContext, chromium } from 'playwright-core';
import type { PublicPage } from './public-pages.ts';
import type { Section } from './report.ts';
import type { SiteUnderTest } from './site-under-test.ts';

interface Left {
  isRestored: boolean;
  /** The browser's words for why it was loaded anew. */
  reasons: string[];
}

/** Opens the page, goes elsewhere by loading another one, and back. */
async function leaveAndReturn(context: BrowserContext, url: string, elsewhere: string): Promise<Left> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const reasons: string[] = [];
  await session.send('Page.enable');
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  await page.goto(url);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.goto(elsewhere);
  const returned = new Promise<string>((resolve) => {
    session.on('Page.frameNavigated', ({ frame, type }) => {
      if (frame.parentId === undefined && frame.url === url) resolve(type);
    });
  });
  await page.evaluate(() => {
    setTimeout(() => history.back());
  });
  const type = await returned;
  await page.close();
  return { isRestored: type === 'BackForwardCacheRestore', reasons };
}

/** Chromium's headless shell has no such cache: this needs the whole browser. */
export async function benchBackFromCache(site: SiteUnderTest, pages: readonly PublicPage[]): Promise<Section> {
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--headless=new'],
    ignoreDefaultArgs: ['--disable-back-forward-cache', '--headless'],
    executablePath: process.env.WHOLE_CHROMIUM ?? '/usr/bin/chromium',
  });
  const seen = new Map<PublicPage, Left>();
  try {
    const context = await browser.newContext();
    for (const page of pages) {
      const leave = () => leaveAndReturn(context, site.origin + page.path, `${site.origin}/terms`);
      const left = await leave();
      // The program that drives the browser may run a line in the page just as it is left, which drops it.
      seen.set(page, left.isRestored ? left : await leave());
    }
  } finally {
    await browser.close();
  }
  const lost = [...seen].filter(([, { isRestored }]) => !isRestored);
  return {
    title: 'Back from cache',
    notes: [
      lost.length === 0
        ? 'Back from cache: yes, on every page.'
        : `Back from cache: no. ${lost.map(([{ name }, { reasons }]) => `${name}: ${reasons.join(', ')}`).join('; ')}.`,
    ],
    columns: [{ title: 'restored as it was left (1 is yes)', min: 1 }],
    rows: [...seen].map(([{ name }, { isRestored }]) => ({ name, values: [isRestored ? 1 : 0] })),
    raw: Object.fromEntries([...seen].map(([{ name }, left]) => [name, left])),
  };
}
