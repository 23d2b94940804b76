/** (g) The ten commonest acts of a visitor, and how long each keeps the screen from answering. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { median } from './load.ts';
import type { Section } from './report.ts';
import type { SiteUnderTest } from './site-under-test.ts';

const processorSlowdown = 4;

interface Act {
  name: string;
  path: string;
  run: (page: Page) => Promise<void>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().tap();
const openFilters = button(/^Filters/);

const acts: readonly Act[] = [
  { name: 'open the menu', path: '/', run: (page) => page.locator('header summary').tap() },
  { name: 'type a search', path: '/', run: (page) => page.getByRole('searchbox').first().pressSequentially('taco') },
  { name: 'next slide', path: '/', run: button('Next slide') },
  {
    name: 'follow a link',
    path: '/',
    run: async (page) => {
      const link = page.locator('main a[href^="/category/"]').first();
      // Nobody touches a link while the page still scrolls to it.
      await link.scrollIntoViewIfNeeded();
      await page.waitForTimeout(1_000);
      await link.tap();
    },
  },
  { name: 'open the filters', path: '/directory', run: openFilters },
  {
    name: 'choose a filter',
    path: '/directory',
    run: async (page) => {
      await openFilters(page);
      await page.getByRole('checkbox').first().tap();
    },
  },
  { name: 'save a business', path: '/directory', run: button(/^Save /) },
  {
    name: 'open a business',
    path: '/directory',
    run: (page) => page.locator('main article h3 a, main article h2 a').first().tap(),
  },
  {
    name: 'choose a month',
    path: '/events',
    run: async (page) => {
      await page.locator('main summary', { hasText: 'month' }).first().tap();
      await page.locator('main a[href*="month="]').last().tap();
    },
  },
  {
    name: 'dark or light',
    path: '/',
    run: async (page) => {
      await page.locator('header summary').tap();
      await page.locator('header details button').first().tap();
    },
  },
];

/** Runs in the page: keeps the longest time from a touch or key to the next frame. */
function observe() {
  const seen = { longestMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) seen.longestMs = Math.max(seen.longestMs, entry.duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(window, { seenActs: seen });
}

async function longestMs(browser: Browser, origin: string, { path, run }: Act): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(origin + path);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
    await run(page);
    await page.waitForTimeout(1_000);
    return await page.evaluate(() => (window as unknown as { seenActs: { longestMs: number } }).seenActs.longestMs);
  } finally {
    await context.close();
  }
}

/** An act that finds nothing to touch has no number, and the run goes on. */
export async function benchInteractions(
  site: SiteUnderTest,
  { isQuick, say }: { isQuick: boolean; say: (line: string) => void },
): Promise<Section> {
  const rounds = isQuick ? 1 : 3;
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  });
  const seen = new Map<Act, number[]>(acts.map((act) => [act, []]));
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [act, times] of seen) {
        try {
          times.push(await longestMs(browser, site.origin, act));
        } catch (error) {
          say(`${act.name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
        }
      }
      say(`Acts: ${round} of ${rounds} rounds`);
    }
  } finally {
    await browser.close();
  }
  return {
    title: 'Ten acts on a slow phone',
    notes: [
      `From the touch or key to the next frame, the longest of each act (what INP is made of), with a processor four times slower; medians of ${rounds}, by the clock. Times under 16 ms count as 0.`,
    ],
    columns: [{ title: 'ms', max: 100 }],
    rows: [...seen].map(([{ name }, times]) => ({ name, values: [times.length > 0 ? median(times) : null] })),
    raw: Object.fromEntries([...seen].map(([{ name }, times]) => [name, times])),
  };
}
