/** (d) The cost of a first visit of each public page on a phone, measured by Lighthouse. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { median } from './load.ts';
import type { PublicPage } from './public-pages.ts';
import type { Column, Row, Section } from './report.ts';
import type { SiteUnderTest } from './site-under-test.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface NetworkRequest {
  url: string;
  resourceType?: string;
  transferSize: number;
  priority?: string;
}

interface Visit {
  scores: Record<(typeof categories)[number], number>;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  fcpMs: number;
  requests: number;
  /** Compressed, with headers. */
  bytes: Record<'Document' | 'Script' | 'Stylesheet' | 'Font' | 'Image' | 'Other', number>;
  /** Bytes of the carousel's pictures and of the pictures that the page loads with high priority. */
  heroBytes: number;
  resources: { path: string; kind: string; bytes: number }[];
  /** Ids of audits that lost points. */
  lost: string[];
}

/** Visits a page. A busy browser sometimes loses the beginning of a trace; then the visit is repeated. */
async function visit(url: string, port: number, triesLeft = 3): Promise<Visit> {
  const html = await (await fetch(url)).text();
  const result = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' });
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`);
  const { audits, categories: graded, runtimeError } = result.lhr;
  if (runtimeError && triesLeft > 0) return visit(url, port, triesLeft - 1);
  if (runtimeError) throw new Error(`Lighthouse, ${url}: ${runtimeError.message}`);
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details as { items?: NetworkRequest[] } | undefined;
  const requests = (details?.items ?? []).filter((request) => request.url.startsWith('http'));
  const bytes: Visit['bytes'] = { Document: 0, Script: 0, Stylesheet: 0, Font: 0, Image: 0, Other: 0 };
  for (const { resourceType = 'Other', transferSize } of requests) {
    const kind = resourceType in bytes ? (resourceType as keyof Visit['bytes']) : 'Other';
    bytes[kind] += transferSize;
  }
  const carousel = /<section aria-roledescription="carousel".*?<\/section>/s.exec(html)?.[0] ?? '';
  const heroes = requests.filter(
    ({ url: address, resourceType, priority }) =>
      resourceType === 'Image' && (priority === 'High' || carousel.includes(new URL(address).pathname)),
  );
  return {
    scores: Object.fromEntries(
      categories.map((id) => [id, Math.round((graded[id]?.score ?? Number.NaN) * 100)]),
    ) as Visit['scores'],
    lcpMs: number('largest-contentful-paint'),
    cls: number('cumulative-layout-shift'),
    tbtMs: number('total-blocking-time'),
    fcpMs: number('first-contentful-paint'),
    requests: requests.length,
    bytes,
    heroBytes: heroes.reduce((sum, { transferSize }) => sum + transferSize, 0),
    resources: requests.map(({ url: address, resourceType = 'Other', transferSize }) => ({
      path: new URL(address).pathname,
      kind: resourceType,
      bytes: transferSize,
    })),
    lost: Object.values(graded).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
    ),
  };
}

const columns: Column[] = [
  { title: 'requests' },
  { title: 'HTML kB', digits: 1 },
  { title: 'JavaScript kB', digits: 1, max: 70 },
  { title: 'styles kB', digits: 1 },
  { title: 'fonts kB', digits: 1 },
  { title: 'pictures kB', digits: 1 },
  { title: 'all but hero kB', digits: 1, max: 150 },
  { title: 'FCP s', digits: 2 },
  { title: 'LCP s', digits: 2, max: 1.1 },
  { title: 'CLS', digits: 3, max: 0 },
  { title: 'TBT ms', max: 150 },
  { title: 'performance', min: 100 },
  { title: 'accessibility', min: 100 },
  { title: 'best practices', min: 100 },
  { title: 'SEO', min: 100 },
];

function pageRow(name: string, visits: readonly Visit[]): Row {
  const of = (pick: (visit: Visit) => number) => median(visits.map(pick));
  const kb = (pick: (bytes: Visit['bytes']) => number) => of(({ bytes }) => pick(bytes)) / 1_000;
  const all = (bytes: Visit['bytes']) => Object.values(bytes).reduce((sum, size) => sum + size, 0);
  return {
    name,
    values: [
      of(({ requests }) => requests),
      kb((bytes) => bytes.Document),
      kb((bytes) => bytes.Script),
      kb((bytes) => bytes.Stylesheet),
      kb((bytes) => bytes.Font),
      kb((bytes) => bytes.Image),
      of(({ bytes, heroBytes }) => all(bytes) - heroBytes) / 1_000,
      of(({ fcpMs }) => fcpMs) / 1_000,
      of(({ lcpMs }) => lcpMs) / 1_000,
      of(({ cls }) => cls),
      of(({ tbtMs }) => tbtMs),
      of(({ scores }) => scores.performance),
      of(({ scores }) => scores.accessibility),
      of(({ scores }) => scores['best-practices']),
      // Search engines are told not to index search results. Lighthouse counts that as a fault, so this page
      // has no score.
      name === 'search' ? null : of(({ scores }) => scores.seo),
    ],
  };
}

export async function benchFirstVisits(
  site: SiteUnderTest,
  pages: readonly PublicPage[],
  { isQuick, say }: { isQuick: boolean; say: (line: string) => void },
): Promise<Section> {
  const runs = isQuick ? 1 : 3;
  const chromePath = process.env.CHROMIUM;
  const chrome = await launch({ chromeFlags: flags, ...(chromePath ? { chromePath } : {}) });
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  try {
    for (const { name, path } of pages) {
      const visits: Visit[] = [];
      for (let count = 0; count < runs; count++) visits.push(await visit(site.origin + path, chrome.port));
      raw[name] = { path, visits };
      rows.push(pageRow(name, visits));
      const lost = [...new Set(visits.flatMap((entry) => entry.lost))];
      say(`First visits: ${name}${lost.length > 0 ? ` (points lost: ${lost.join(', ')})` : ''}`);
    }
  } finally {
    chrome.kill();
  }
  return {
    title: 'First visits',
    notes: [
      `Lighthouse's mobile preset in Chromium: 412 × 823 pixels, slow 4G (150 ms, 1.6 Mbit/s) and a processor four times slower, both simulated by Lighthouse from an unthrottled visit; ${runs === 1 ? 'one visit' : `medians of ${runs} visits`}. Bytes are compressed and with headers.`,
    ],
    columns,
    rows,
    raw,
  };
}
