/**
 * (g) First visits over a connection that the browser itself slows down: times that a visitor with a slow
 * phone sees.
 */
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import { median } from './load.ts';
import type { PublicPage } from './public-pages.ts';
import type { Column, Row, Section } from './report.ts';
import type { SiteUnderTest } from './site-under-test.ts';

const conditions = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const processorSlowdown = 4;
/** A visit ends when the page can be used and has loaded nothing for this long. */
const silenceMs = 1_500;
const patienceMs = 30_000;

interface Seen {
  fcpMs: number;
  lcpMs: number;
  cls: number;
  blockedMs: number;
  usableMs: number;
}

interface Loaded {
  path: string;
  kind: string;
  /** Compressed, with headers. */
  bytes: number;
  isHero: boolean;
  isBeforeUse: boolean;
}

interface ShapedVisit extends Seen {
  loaded: Loaded[];
}

/** Runs in the page, before everything else there. */
function observe() {
  const seen: Seen = { fcpMs: Number.NaN, lcpMs: Number.NaN, cls: 0, blockedMs: 0, usableMs: Number.NaN };
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcpMs = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  watch('longtask', ({ duration }) => {
    seen.blockedMs += Math.max(0, duration - 50);
  });
  new MutationObserver(() => {
    if (!('hydrated' in document.documentElement.dataset) || !Number.isNaN(seen.usableMs)) return;
    seen.usableMs = performance.now();
  }).observe(document, { attributes: true, attributeFilter: ['data-hydrated'], subtree: true });
  Object.assign(window, { seen });
}

interface Traffic {
  requests: Map<
    string,
    { url: string; kind: string; isHero: boolean; bytes: number; begunAt: number; endedAt: number }
  >;
  lastAt: number;
}

/** Notes every request of the page. `carousel` is the HTML of its carousel, whose pictures are the hero. */
function noteTraffic(session: CDPSession, carousel: string): Traffic {
  const traffic: Traffic = { requests: new Map(), lastAt: Date.now() };
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return;
    const isHero =
      type === 'Image' && (request.initialPriority === 'High' || carousel.includes(new URL(request.url).pathname));
    const [begunAt, endedAt] = [timestamp, Number.NaN];
    traffic.requests.set(requestId, { url: request.url, kind: type, isHero, bytes: 0, begunAt, endedAt });
    traffic.lastAt = Date.now();
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = traffic.requests.get(requestId);
    traffic.lastAt = Date.now();
    if (request === undefined) return;
    request.bytes = encodedDataLength;
    request.endedAt = timestamp;
  });
  return traffic;
}

/** Visits a page with nothing in the cache. */
async function visitShaped(browser: Browser, url: string): Promise<ShapedVisit> {
  const html = await (await fetch(url)).text();
  const carousel = /<section aria-roledescription="carousel".*?<\/section>/s.exec(html)?.[0] ?? '';
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', conditions);
    await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
    const traffic = noteTraffic(session, carousel);
    await page.goto(url, { waitUntil: 'load', timeout: patienceMs });
    const read = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    const giveUpAt = Date.now() + patienceMs;
    let seen = await read();
    while (Number.isNaN(seen.usableMs) || Date.now() - traffic.lastAt < silenceMs) {
      if (Date.now() > giveUpAt) throw new Error(`${url} did not come to rest`);
      await page.waitForTimeout(100);
      seen = await read();
    }
    return { ...seen, loaded: loadedFiles(traffic, seen.usableMs) };
  } finally {
    await context.close();
  }
}

function loadedFiles({ requests }: Traffic, usableMs: number): Loaded[] {
  const all = [...requests.values()];
  const begunAt = all.find(({ kind }) => kind === 'Document')?.begunAt ?? 0;
  return all.map(({ url, kind, bytes, isHero, endedAt }) => ({
    path: new URL(url).pathname,
    kind,
    bytes,
    isHero,
    isBeforeUse: (endedAt - begunAt) * 1_000 < usableMs,
  }));
}

const columns: Column[] = [
  { title: 'first paint s', digits: 2, max: 0.6 },
  { title: 'largest paint s', digits: 2, max: 0.6 },
  { title: 'usable s', digits: 2 },
  { title: 'blocked ms', max: 40 },
  { title: 'layout shift', digits: 3, max: 0 },
  { title: 'requests', max: 15 },
  { title: 'all kB', digits: 1 },
  { title: 'hero kB', digits: 1, max: 60 },
  { title: 'all but hero kB', digits: 1, max: 150 },
  { title: 'JavaScript kB', digits: 1 },
  { title: 'until usable kB', digits: 1, max: 60 },
];

function shapedRow(name: string, visits: readonly ShapedVisit[]): Row {
  const of = (pick: (visit: ShapedVisit) => number) => median(visits.map(pick));
  const kb = (isMeant: (file: Loaded) => boolean) =>
    of(({ loaded }) => loaded.filter(isMeant).reduce((sum, { bytes }) => sum + bytes, 0) / 1_000);
  return {
    name,
    values: [
      of(({ fcpMs }) => fcpMs / 1_000),
      of(({ lcpMs }) => lcpMs / 1_000),
      of(({ usableMs }) => usableMs / 1_000),
      of(({ blockedMs }) => blockedMs),
      of(({ cls }) => cls),
      of(({ loaded }) => loaded.length),
      kb(() => true),
      kb(({ isHero }) => isHero),
      kb(({ isHero }) => !isHero),
      kb(({ kind }) => kind === 'Script'),
      kb(({ kind, isBeforeUse }) => kind === 'Script' && isBeforeUse),
    ],
  };
}

const launchShaped = () =>
  chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  });

export async function benchShapedVisits(
  site: SiteUnderTest,
  pages: readonly PublicPage[],
  { isQuick, say }: { isQuick: boolean; say: (line: string) => void },
): Promise<Section> {
  const runs = isQuick ? 3 : 5;
  const browser = await launchShaped();
  const visits = new Map<PublicPage, ShapedVisit[]>(pages.map((page) => [page, []]));
  try {
    // Visits the pages in turns, so that a slow minute of the machine hits all of them.
    for (let round = 1; round <= runs; round++) {
      for (const [page, seen] of visits) seen.push(await visitShaped(browser, site.origin + page.path));
      say(`Shaped visits: ${round} of ${runs} rounds`);
    }
  } finally {
    await browser.close();
  }
  return {
    title: 'First visits, shaped',
    notes: [
      `Chromium with an empty cache, 412 × 823 pixels, slowed down by itself while it loads: 1.6 Mbit/s, 150 ms, a processor four times slower; medians of ${runs} visits, by the clock. Blocked are tasks beyond their first 50 ms; usable is the page when it answers to every button.`,
    ],
    columns,
    rows: [...visits].map(([{ name }, seen]) => shapedRow(name, seen)),
    raw: Object.fromEntries([...visits].map(([{ name, path }, seen]) => [name, { path, visits: seen }])),
  };
}
