/** Runs a built site on its own database, with a browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import { type CityPack, readCityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { allStyles } from './all-styles.ts';
import { tagsOfContent } from './tags-of-content.ts';
import { testDatabase } from './test-database.ts';

const root = join(import.meta.dirname, '../..');
const readyTimeoutMs = 120_000;

export interface TestSite {
  /** 'http://127.0.0.1:40123' */
  readonly url: string;
  /** A second web process on the same database; only with the option `twin`. */
  readonly twinUrl: string;
  readonly db: Database;
  readonly city: CityPack;
  /** Drops every stored page; call it after changing the database inside a test. */
  forgetPages: () => Promise<void>;
}

interface SiteOptions {
  /** Stores the test's content; the pack's categories are there already. */
  fill?: (db: Database, city: CityPack) => Promise<unknown>;
  env?: Record<string, string>;
  /** The name under which browsers open the site: passkeys refuse an address of numbers. */
  host?: 'localhost';
  /** Also runs a worker process, which runs the queued jobs. */
  worker?: boolean;
  /** Also runs a second web process, with stored pages of its own. */
  twin?: boolean;
}

/**
 * Call it once at the top of a test file, after `npm run build`: a web process of the built site runs during
 * the file's tests. The fields of the answer may be read in hooks and tests, not while the file loads.
 */
export function startTestSite({ fill, env = {}, host, worker = false, twin = false }: SiteOptions = {}): TestSite {
  const database = testDatabase({ fresh: 'each-file' });
  let url = '';
  let city: CityPack | undefined;
  let stop = async () => {};
  let stopWorker = async () => {};
  let twinUrl = '';
  let stopTwin = async () => {};

  beforeAll(async () => {
    city = await readCityPack(env.CITY_PACK ?? process.env.CITY_PACK ?? 'olmos-park');
    await syncCategories(database.db, city);
    await fill?.(database.db, city);
    const given = { DATABASE_URL: database.url, LOG_LEVEL: 'error', ...env };
    ({ url, stop } = await startWebProcess(given, host));
    if (twin) ({ url: twinUrl, stop: stopTwin } = await startWebProcess(given));
    if (worker) stopWorker = startProcess('worker-process.ts', { SITE_URL: url, ...given }).stop;
  });
  afterAll(() => Promise.all([stop(), stopWorker(), stopTwin()]));

  return {
    get url() {
      return url;
    },
    get twinUrl() {
      return twinUrl;
    },
    get db() {
      return database.db;
    },
    get city() {
      if (city === undefined) throw new Error('the city is there from beforeAll on');
      return city;
    },
    forgetPages: async () => {
      const stored = await eventually(async () => {
        const made = await homePageMadeTimes(url);
        return (await homePageMadeTimes(url)) === made ? made : undefined;
      });
      const tags = await tagsOfContent(database.db);
      await database.db.transaction((tx) => announceChange(tx, tags));
      await eventually(async () => (await homePageMadeTimes(url)) !== stored || undefined);
    },
  };
}

/** Counts how often the page was rendered instead of read from the page store, including this time. */
async function homePageMadeTimes(url: string): Promise<number> {
  await (await fetch(url)).text();
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = metrics.matchAll(/^http_request_duration_seconds_count\{[^}]*route="\/"[^}]*\} (\d+)/gm);
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

/** Asks until there is an answer. */
async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const from = Date.now(); Date.now() - from < 30_000; await sleep(10)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error('it did not happen within 30 s');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port was given');
  return address.port;
}

/** @param entry a file in src/app/processes */
function startProcess(entry: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [`src/app/processes/${entry}`], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  };
  return { child, stop };
}

interface WebProcess {
  url: string;
  stop: () => Promise<void>;
}

/** Another program may take the port between the search for a free one and listening on it. */
const portsTried = 3;

async function startWebProcess(env: Record<string, string>, host = '127.0.0.1'): Promise<WebProcess> {
  for (let tried = 1; ; tried++) {
    const port = await freePort();
    const url = `http://${host}:${port}`;
    const { child, stop } = startProcess('web-process.ts', { PORT: String(port), SITE_URL: url, ...env });
    const isGone = () => child.exitCode !== null || child.signalCode !== null;
    for (const from = Date.now(); !isGone(); await sleep(100)) {
      const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (ready?.ok) return { url, stop };
      if (Date.now() - from < readyTimeoutMs) continue;
      // A running process would keep the whole test run from ending.
      await stop();
      throw new Error(`the site was not ready within ${readyTimeoutMs} ms`);
    }
    if (tried === portsTried) throw new Error(`the site ended with code ${child.exitCode}; is it built?`);
  }
}

export interface OpenOptions
  extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion' | 'userAgent' | 'hasTouch'> {
  /** False turns JavaScript off. */
  script?: boolean;
  /** Signed in from the start, with a token that aSession (tests/factories) made. */
  session?: string;
}

export interface TestBrowser {
  /**
   * Opens a page in a new browser context and waits until it is hydrated and has all of its styles. Errors in its
   * console fail the test.
   */
  open: (url: string, options?: OpenOptions) => Promise<Page>;
}

/** Chromium logs an error for answers that the page handles by itself. */
const alwaysHarmless = /Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Call it once at the top of a test file. Console errors, page errors and violations of the content policy
 * fail the test, except those that `harmless` matches.
 */
export function openBrowser({
  harmless = alwaysHarmless,
  hasWebGl = false,
}: {
  harmless?: RegExp;
  hasWebGl?: boolean;
} = {}): TestBrowser {
  let browser: Browser | undefined;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(hasWebGl ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : []),
      ],
    });
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    const found = complaints.splice(0);
    if (found.length > 0) throw new Error(`the browser's console complains:\n${found.join('\n')}`);
  });
  afterAll(() => browser?.close());

  return {
    open: async (url, { script = true, session, ...options } = {}) => {
      if (browser === undefined) throw new Error('the browser is there from beforeAll on');
      const context = await browser.newContext({ ...options, javaScriptEnabled: script });
      // A map drawn by software on a busy machine takes longer than a visitor would wait.
      context.setDefaultTimeout(40_000);
      context.setDefaultNavigationTimeout(60_000);
      if (session !== undefined) await addSession(context, url, session);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (!harmless.test(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
      });
      await page.goto(url);
      if (script) {
        await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
        await allStyles(page);
      }
      return page;
    },
  };
}

/** Signs a browser in: from now on it sends this session's token to the site of `url`. */
export async function addSession(context: BrowserContext, url: string, token: string): Promise<void> {
  const { origin } = new URL(url);
  await context.addCookies([
    { name: 'session', value: token, url: origin, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: origin },
  ]);
}

/** Runs axe on a page: one line for each place with a fault, none when all is well. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsOf(page);
}

/** The rules about colors; all others give the same result in both themes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Runs it in the light theme and then in the dark one, in which the page stays. */
export async function accessibilityFaultsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await faultsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await faultsOf(page, colorRules);
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

/** @param rules default: all */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // The script weighs half a megabyte, so a page loads it once.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const { violations } = await atRest(page, rules);
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`));
}

/** Runs axe while nothing moves: a color on its way to another one, or a toast that comes or goes, is not a fault. */
function atRest(page: Page, rules?: string[]) {
  return page.evaluate(async (runOnly) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation-duration: 0s !important }');
    document.adoptedStyleSheets.push(still);
    // Without the list of passed rules it is much faster. The only frame on the site, with a card's fields,
    // belongs to the payment provider.
    // Only rules that are off, or about sound, read the style sheets and media that it would fetch beforehand.
    const options = {
      resultTypes: ['violations' as const],
      iframes: false,
      preload: false,
      ...(runOnly && { runOnly }),
    };
    try {
      return await (window as unknown as { axe: typeof axe }).axe.run(options);
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    }
  }, rules);
}
