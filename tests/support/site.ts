/** A built site on a database of its own, and a browser to look at it with. */
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
import { testDatabase } from './test-database.ts';

const root = join(import.meta.dirname, '../..');
const readyTimeoutMs = 60_000;

export interface TestSite {
  /** 'http://127.0.0.1:40123' */
  readonly url: string;
  readonly db: Database;
  readonly city: CityPack;
  /** After changing the database in the middle of a test: forgets every stored page. */
  forgetPages: () => Promise<void>;
}

interface SiteOptions {
  /** Puts in what the tests look at; the pack's categories are there before. */
  fill?: (db: Database, city: CityPack) => Promise<unknown>;
  env?: Record<string, string>;
  /** Also a worker process: what is queued is done. */
  worker?: boolean;
}

/**
 * Call it once at the top of a test file, after `npm run build`: a web process of the built site runs while the file's
 * tests do. The answer's fields may be read in hooks and tests, not while the file loads.
 */
export function startTestSite({ fill, env = {}, worker = false }: SiteOptions = {}): TestSite {
  const database = testDatabase({ fresh: 'each-file' });
  let url = '';
  let city: CityPack | undefined;
  let stop = async () => {};
  let stopWorker = async () => {};

  beforeAll(async () => {
    city = await readCityPack(env.CITY_PACK ?? process.env.CITY_PACK ?? 'olmos-park');
    await syncCategories(database.db, city);
    await fill?.(database.db, city);
    const given = { DATABASE_URL: database.url, LOG_LEVEL: 'error', ...env };
    ({ url, stop } = await startWebProcess(given));
    if (worker) stopWorker = startProcess('worker-process.ts', { SITE_URL: url, ...given }).stop;
  });
  afterAll(() => Promise.all([stop(), stopWorker()]));

  return {
    get url() {
      return url;
    },
    get db() {
      return database.db;
    },
    get city() {
      if (city === undefined) throw new Error('the city is there from beforeAll on');
      return city;
    },
    forgetPages: async () => {
      const tags = ['businesses', 'categories', 'events', 'articles', 'ads', 'missing'];
      const stored = await eventually(async () => {
        const made = await homePageMadeTimes(url);
        return (await homePageMadeTimes(url)) === made ? made : undefined;
      });
      await database.db.transaction((tx) => announceChange(tx, tags));
      await eventually(async () => (await homePageMadeTimes(url)) !== stored || undefined);
    },
  };
}

/** How many times it was not to be had from the page store, this time included. */
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

/** @param entry in src/app */
function startProcess(entry: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [`src/app/${entry}`], {
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

/** Between looking for a free port and listening on it, somebody else may take it. */
const portsTried = 3;

async function startWebProcess(env: Record<string, string>): Promise<WebProcess> {
  for (let tried = 1; ; tried++) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { child, stop } = startProcess('web-process.ts', { PORT: String(port), SITE_URL: url, ...env });
    const isGone = () => child.exitCode !== null || child.signalCode !== null;
    for (const from = Date.now(); !isGone(); await sleep(100)) {
      const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (ready?.ok) return { url, stop };
      if (Date.now() - from < readyTimeoutMs) continue;
      // Left running it would keep the whole test run from ending.
      await stop();
      throw new Error(`the site was not ready within ${readyTimeoutMs} ms`);
    }
    if (tried === portsTried) throw new Error(`the site ended with code ${child.exitCode}; is it built?`);
  }
}

export interface OpenOptions
  extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion' | 'userAgent' | 'hasTouch'> {
  /** false: JavaScript is off. */
  script?: boolean;
  /** Signed in from the start: a token that aSession (tests/factories) made. */
  session?: string;
}

export interface TestBrowser {
  /** A page in a context of its own, once hydrated. What its console complains of fails the test that opened it. */
  open: (url: string, options?: OpenOptions) => Promise<Page>;
}

/** Chromium complains of an answer that the page handles by itself. */
const alwaysHarmless = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Call it once at the top of a test file. Console errors, page errors and violations of the content policy fail the test, but for what is `harmless` in this file. */
export function openBrowser({ harmless = alwaysHarmless }: { harmless?: RegExp } = {}): TestBrowser {
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
      context.setDefaultTimeout(20_000);
      if (session !== undefined) await addSession(context, url, session);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (!harmless.test(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
      });
      await page.goto(url);
      if (script) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      return page;
    },
  };
}

/** Signs a browser in: it brings this session's token to the site of `url` from now on. */
export async function addSession(context: BrowserContext, url: string, token: string): Promise<void> {
  const { origin } = new URL(url);
  await context.addCookies([
    { name: 'session', value: token, url: origin, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: origin },
  ]);
}

/** What axe finds on a page: one line for each place, none when all is well. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsOf(page);
}

/** The rules that look at colors; the answer of every other one is the same in both themes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The same for the light theme and then the dark one, in which the page is left. */
export async function accessibilityFaultsInBothThemes(page: Page): Promise<string[]> {
  await changeTheme(page, 'light');
  const light = await faultsOf(page);
  await changeTheme(page, 'dark');
  const dark = await faultsOf(page, colorRules);
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // A color half way from one theme to the other is nobody's fault. Where one ends, those that inherit it may begin theirs.
  await page.evaluate(() => {
    for (let rounds = 0; rounds < 30; rounds++) {
      const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (moving.length === 0) return;
      for (const transition of moving) transition.finish();
    }
  });
}

/** @param rules all when not given */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // The script weighs half a megabyte: once is enough for a page.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (runOnly) =>
      // Without a list of what is well it is much faster. The one frame on the site, with a card's fields, is the payment
      // provider's.
      (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        iframes: false,
        ...(runOnly && { runOnly }),
      }),
    rules,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}`));
}
