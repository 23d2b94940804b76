/** The node:http front: stored bytes first, files second, everything else goes to the site. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { routes } from '#app/pages/routes.ts';
import { mayAsk } from '#server/http/connection-limits.ts';
import type { InsideCall } from '#server/http/inside-call.ts';
import type { MediaFiles } from '#server/http/media-files.ts';
import type { PageCache } from '#server/http/page-cache.ts';
import { canSendWhole, sendWhole } from '#server/http/send-whole.ts';
import { type ApiEnv, expiresHeader, tagsHeader } from '#server/http/serve.ts';
import type { StaticFiles } from '#server/http/static-files.ts';
import { type FreshPage, pickEncoding, type StoredBody, type StoredPage } from '#server/http/stored-page.ts';
import type { Log } from '#server/log.ts';
import { Crowded } from '#server/turns.ts';
import { checkRequest } from './check-request.ts';

interface FrontOptions {
  site: Hono<ApiEnv>;
  cache: PageCache;
  files: StaticFiles;
  media: MediaFiles;
  headers: Record<string, string>;
  /** Replaces `headers` on pages whose route has the policy 'payment'. */
  paymentHeaders?: Record<string, string>;
  /** From createStorageKey; null when the address is never stored. */
  storageKey: (url: string) => string | null;
  /** True while the database is away or does not answer: then a stored page of any age is served. */
  isDatabaseInDoubt?: () => boolean;
  log: Log;
  /** Called for every answer that was not stored. */
  onAnswer?: (path: string, method: string, status: number, seconds: number) => void;
}

const ofFiles = new Set(['x-content-type-options', 'strict-transport-security']);
const slowMs = 500;
/**
 * While the site cannot make a page, the stored one is served at once, and making it is retried this often.
 */
const retryMs = 3000;
/**
 * A request for a stored page waits this long for a newer one before the state of the database is checked.
 */
const patienceMs = 500;
/** Pages have lower-case addresses; one with capitals is a mistyped address of the same page. */
const mistyped = /^\/(?!api\/|assets\/|media\/|og\/)[^?%]*[A-Z]/;

const paymentPages = new Set(routes.filter(({ policy }) => policy === 'payment').map(({ path }) => path));

export function createFront(options: FrontOptions): RequestListener {
  const { site, cache, files, media, headers, storageKey, log, onAnswer } = options;
  const isDatabaseInDoubt = options.isDatabaseInDoubt ?? (() => false);
  const securityPairs = Object.entries(headers);
  const paymentPairs = Object.entries(options.paymentHeaders ?? headers);
  const pairsFor = (url: string) => (paymentPages.has(url.split(/[?#]/, 1)[0] ?? '') ? paymentPairs : securityPairs);
  // A page's policy has no meaning for a file, and would weigh more than many files.
  const fileHeaders = Object.fromEntries(securityPairs.filter(([name]) => ofFiles.has(name)));
  const pass = getRequestListener(passOn, { overrideGlobalObjects: false, hostname: 'localhost' });
  let failedAt = Number.NEGATIVE_INFINITY;

  /** A request for a page that is not stored is answered on its own, and nobody may store the answer. */
  async function passOn(request: Request, env: object): Promise<Response> {
    const response = await site.fetch(request, env);
    response.headers.delete(tagsHeader);
    response.headers.delete(expiresHeader);
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    return response;
  }

  /** Only the key of the visitor's request goes in. */
  async function fresh(key: string): Promise<FreshPage> {
    const inside: InsideCall = {};
    const response = await site.request(key, undefined, { inside });
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

  async function answer(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stale = cache.findStale(key);
    const isThere = () => !request.socket.destroyed;
    const page = stale === undefined ? await make(key, isThere) : await makeOrKeep(key, stale, isThere);
    await send(key, page, request, response);
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

  async function send(
    key: string,
    page: StoredPage,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const encoding = pickEncoding(page, request.headers['accept-encoding']);
    sendBody(page, page.bodies[encoding] ?? (await cache.body(key, page, encoding)), request, response);
  }

  function sendBody(page: StoredPage, body: StoredBody, request: IncomingMessage, response: ServerResponse): void {
    const known = request.headers['if-none-match'];
    if (known !== undefined && page.status === 200 && (known === '*' || known.includes(body.etag))) {
      response.writeHead(304, withoutContent(body.headers));
      response.end();
      return;
    }
    response.writeHead(page.status, body.headers);
    response.end(request.method === 'HEAD' ? undefined : body.bytes);
  }

  function refuse(response: ServerResponse): void {
    const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' };
    response.writeHead(503, { ...headers, ...own });
    response.end('Very many people are here right now. Please try again in a moment.');
  }

  /** Logs each answer at level debug, and each slow answer at any level. */
  function watch(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    response.once('close', () => {
      const ms = Math.round(performance.now() - started);
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      const line = { method: request.method, path, status: response.statusCode, ms };
      onAnswer?.(path, line.method ?? 'GET', line.status, ms / 1000);
      if (ms > slowMs) log.warn(line, 'slow answer');
      else log.debug(line, 'answer');
    });
  }

  return (request, response) => {
    if (request.method === 'GET') {
      // Nearly every address equals its key, and a page stored under it has passed all checks that follow.
      const key = request.url ?? '/';
      const page = cache.find(key);
      const body = page?.bodies[pickEncoding(page, request.headers['accept-encoding'])];
      if (page !== undefined && body !== undefined) {
        if (request.headers['if-none-match'] === undefined && canSendWhole(response))
          sendWhole(response, cache.whole(key, page, body));
        else sendBody(page, body, request, response);
        return;
      }
    }
    const early = checkRequest(request);
    if (early !== null) {
      response.writeHead(early.status, { ...headers, ...early.headers });
      response.end(request.method === 'HEAD' ? undefined : early.text);
      return;
    }
    const url = request.url ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) {
      const key = storageKey(url);
      const page = key === null ? undefined : cache.find(key);
      if (page === undefined) {
        if (files.serve(url, request, response, fileHeaders) || !mayAsk(request, response)) return;
        if (media.serve(url, request, response, fileHeaders)) return;
        if (mistyped.test(url)) {
          const question = url.indexOf('?');
          const path = question < 0 ? url : url.slice(0, question);
          const location = path.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) + url.slice(path.length);
          response.writeHead(301, { ...headers, Location: location }).end();
          return;
        }
        watch(request, response);
      }
      if (key !== null) {
        const work = page ? send(key, page, request, response) : answer(key, request, response);
        work.catch((error: unknown) => {
          if (error instanceof Crowded) return refuse(response);
          log.error({ err: error, url }, 'the front failed');
          if (!response.headersSent) response.writeHead(500, { ...headers, 'content-type': 'text/plain' });
          response.end();
        });
        return;
      }
    } else {
      if (!mayAsk(request, response)) return;
      watch(request, response);
    }
    for (const [name, value] of pairsFor(url)) response.setHeader(name, value);
    void pass(request, response);
  };
}

/** Removes the headers of the body for an answer without one: length, type and encoding. */
function withoutContent(flat: readonly string[]): string[] {
  return flat.filter((_, at) => !/^content-(length|type|encoding)$/i.test(flat[at - (at % 2)] ?? ''));
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
