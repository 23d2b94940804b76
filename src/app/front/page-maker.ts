/** Makes pages for the store, and keeps old ones while the site cannot make new ones. */
import type { Hono } from 'hono';
import type { CallBindings } from '#app/api/api.ts';
import type { InsideCall } from '#server/http/inside-call.ts';
import type { PageCache } from '#server/http/page-cache.ts';
import { type ApiEnv, expiresHeader, tagsHeader } from '#server/http/serve.ts';
import type { FreshPage, StoredPage } from '#server/http/stored-page.ts';
import { Crowded } from '#server/turns.ts';

interface PageMakerOptions {
  site: Hono<ApiEnv>;
  cache: PageCache;
  /** The security headers of an address. */
  pairsFor: (url: string) => readonly (readonly [string, string])[];
  isDatabaseInDoubt: (() => boolean) | undefined;
}

/**
 * While the site cannot make a page, the stored one is served at once, and making it is retried this often.
 */
const retryMs = 3000;
/**
 * A request for a stored page waits this long for a newer one before the state of the database is checked.
 */
const patienceMs = 500;
/**
 * Returns a function that finds or makes the page of a key. `isThere` says whether somebody still waits for it.
 */
export function createPageMaker({ site, cache, pairsFor, isDatabaseInDoubt = () => false }: PageMakerOptions) {
  let failedAt = Number.NEGATIVE_INFINITY;

  /** Only the key of the visitor's request goes in. */
  async function fresh(key: string, bindings: CallBindings = {}): Promise<FreshPage> {
    const inside: InsideCall = {};
    const response = await site.request(key, undefined, { ...bindings, inside });
    const tags = response.headers.get(tagsHeader);
    const kept: Record<string, string> = Object.fromEntries(pairsFor(key));
    response.headers.forEach((value, name) => {
      if (name !== tagsHeader && name !== expiresHeader) kept[name] = value;
    });
    // A page that may be framed by other sites says so with an empty header.
    if (kept['x-frame-options'] === '') delete kept['x-frame-options'];
    if (inside.answer !== undefined) kept['content-type'] = 'application/json';
    kept['cache-control'] ??= tags ? 'public, max-age=0, must-revalidate' : 'no-store';
    return {
      status: response.status,
      headers: kept,
      body: await bodyOf(response, inside),
      tags: tags ? tags.split(',') : [],
      expiresAt: Number(response.headers.get(expiresHeader) ?? Number.POSITIVE_INFINITY),
    };
  }

  async function make(key: string, isThere: () => boolean): Promise<StoredPage> {
    const page = await cache.make(key, () => fresh(key), isThere);
    if (page.status >= 500) failedAt = performance.now();
    return page;
  }

  /**
   * Returns a newer page than the stored one, or the stored one when the site cannot make it or may not be
   * able to.
   */
  async function makeOrKeep(key: string, stale: StoredPage, isThere: () => boolean): Promise<StoredPage> {
    if (performance.now() - failedAt < retryMs || isDatabaseInDoubt()) return stale;
    const making = make(key, isThere).then(
      (page) => (page.status >= 500 ? stale : page),
      (error: unknown) => {
        if (error instanceof Crowded) return stale;
        throw error;
      },
    );
    const watching = Promise.withResolvers<StoredPage>();
    const look = setInterval(() => {
      if (isDatabaseInDoubt()) watching.resolve(stale);
    }, patienceMs);
    return Promise.race([making, watching.promise]).finally(() => clearInterval(look));
  }

  let freshCount = 0;
  /** Made for one browser that has just changed something, and for nobody else. */
  async function makeFresh(key: string, isThere: () => boolean): Promise<StoredPage> {
    freshCount++;
    const make = async () => ({ ...(await fresh(key, { isFresh: true })), tags: [] });
    return cache.make(`fresh ${freshCount} ${key}`, make, isThere);
  }

  return async (key: string, isThere: () => boolean, isFresh = false): Promise<StoredPage> => {
    if (isFresh && !isDatabaseInDoubt()) {
      const page = await makeFresh(key, isThere);
      if (page.status < 500) return page;
    }
    const stale = cache.findStale(key);
    return stale === undefined ? make(key, isThere) : makeOrKeep(key, stale, isThere);
  };
}

function bytesOf(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}

async function bodyOf(response: Response, { html, answer }: InsideCall): Promise<Buffer> {
  if (html !== undefined) return bytesOf(html);
  return answer === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(JSON.stringify(answer));
}
