/** The node:http front: stored bytes first, files second, everything else goes to the site. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { routes } from '#app/pages/routes.ts';
import { mayAsk } from '#server/http/connection-limits.ts';
import type { MediaFiles } from '#server/http/media-files.ts';
import type { PageCache } from '#server/http/page-cache.ts';
import type { PlainRequest } from '#server/http/plain-request.ts';
import { fileHeaders, isForOthers, pictureHeaders } from '#server/http/security-headers.ts';
import { canSendWhole, sendWhole, type Whole } from '#server/http/send-whole.ts';
import { type ApiEnv, expiresHeader, tagsHeader } from '#server/http/serve.ts';
import type { StaticFiles } from '#server/http/static-files.ts';
import { pickEncoding, type StoredBody, type StoredPage } from '#server/http/stored-page.ts';
import type { Log } from '#server/log.ts';
import { Crowded } from '#server/turns.ts';
import { checkRequest } from './check-request.ts';
import { createPageMaker } from './page-maker.ts';
import { requestIdOf } from './request-id.ts';

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
  /** Tells whether this browser needs a page that is made now (createFreshnessCheck). Missing without a replica. */
  isFreshDue?: ((cookies: string | undefined) => boolean) | undefined;
  /** A proxy in front may name requests. */
  isProxyTrusted?: boolean;
  log: Log;
  /** Called for every answer that was not stored. */
  onAnswer?: (path: string, method: string, status: number, seconds: number) => void;
}

type Exchange = [request: IncomingMessage, response: ServerResponse];

const slowMs = 500;
/** Pages have lower-case addresses; one with capitals is a mistyped address of the same page. */
const mistyped = /^\/(?!api\/|assets\/|media\/|og\/|maps\/|tiles\/)[^?%]*[A-Z]/;

const paymentPages = new Set(routes.filter(({ policy }) => policy === 'payment').map(({ path }) => path));

export function createFront(options: FrontOptions): RequestListener {
  const { site, cache, files, media, headers, storageKey, isFreshDue, log } = options;
  const securityPairs = Object.entries(headers);
  const paymentPairs = Object.entries(options.paymentHeaders ?? headers);
  const sharedPairs = Object.entries({ ...headers, 'cross-origin-resource-policy': 'cross-origin' });
  const pairsFor = (url: string) => {
    if (isForOthers(url)) return sharedPairs;
    return paymentPages.has(url.split(/[?#]/, 1)[0] ?? '') ? paymentPairs : securityPairs;
  };
  const [ofFiles, ofPictures] = [fileHeaders(headers), pictureHeaders(headers)];
  const findOrMake = createPageMaker({ site, cache, pairsFor, isDatabaseInDoubt: options.isDatabaseInDoubt });
  const pass = getRequestListener(passOn, { overrideGlobalObjects: false, hostname: 'localhost' });

  /** A request for a page that is not stored is answered on its own, and nobody may store the answer. */
  async function passOn(request: Request, env: object): Promise<Response> {
    const response = await site.fetch(request, env);
    response.headers.delete(tagsHeader);
    response.headers.delete(expiresHeader);
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    return response;
  }

  async function answer(key: string, isFresh: boolean, ...[request, response]: Exchange): Promise<void> {
    await send(key, await findOrMake(key, () => !request.socket.destroyed, isFresh), request, response);
  }

  async function send(key: string, page: StoredPage, ...[request, response]: Exchange): Promise<void> {
    const encoding = pickEncoding(page, request.headers['accept-encoding']);
    sendBody(page, page.bodies[encoding] ?? (await cache.body(key, page, encoding)), request, response);
  }

  return (request, response) => {
    const isFresh = isFreshDue?.(request.headers.cookie) === true;
    if (request.method === 'GET' && !isFresh) {
      // Nearly every address equals its key, and a page stored under it has passed all checks that follow.
      const key = request.url ?? '/';
      const page = cache.find(key);
      const body = page?.bodies[pickEncoding(page, request.headers['accept-encoding'])];
      if (page !== undefined && body !== undefined) {
        if (request.headers['if-none-match'] === undefined && canSendWhole(response)) {
          // The bytes have it already; this is for whoever follows the answer.
          response.statusCode = page.status;
          sendWhole(response, cache.whole(key, page, body));
        } else sendBody(page, body, request, response);
        return;
      }
    }
    // Stored answers and files carry none: they are ready bytes, and leave no line in any log that could be looked for.
    const requestId = requestIdOf(request, options.isProxyTrusted === true);
    const early = checkRequest(request);
    if (early !== null) {
      response.writeHead(early.status, { ...headers, 'X-Request-Id': requestId, ...early.headers });
      response.end(request.method === 'HEAD' ? undefined : early.text);
      return;
    }
    const url = request.url ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) {
      const key = storageKey(url);
      const page = key === null || isFresh ? undefined : cache.find(key);
      if (page === undefined) {
        if (files.serve(url, request, response, ofFiles) || !mayAsk(request, response)) return;
        if (media.serve(url, request, response, ofPictures)) return;
        if (mistyped.test(url)) {
          const question = url.indexOf('?');
          const path = question < 0 ? url : url.slice(0, question);
          const location = path.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) + url.slice(path.length);
          response.writeHead(301, { ...headers, 'X-Request-Id': requestId, Location: location }).end();
          return;
        }
        watch(request, response, options);
      }
      if (key !== null) {
        const work = page ? send(key, page, request, response) : answer(key, isFresh, request, response);
        work.catch((error: unknown) => {
          if (error instanceof Crowded) return refuse(response, headers);
          log.error({ err: error, url }, 'the front failed');
          if (!response.headersSent) response.writeHead(500, { ...headers, 'content-type': 'text/plain' });
          response.end();
        });
        return;
      }
    } else {
      if (!mayAsk(request, response)) return;
      watch(request, response, options);
    }
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of pairsFor(url)) response.setHeader(name, value);
    void pass(request, response);
  };
}

/** For a plain request, what the listener would send whole. */
export function findDirectly({ cache, isFreshDue }: Pick<FrontOptions, 'cache' | 'isFreshDue'>) {
  return ({ target, acceptEncoding, cookies, isConditional }: PlainRequest): Whole | undefined =>
    isConditional || isFreshDue?.(cookies) ? undefined : cache.findWhole(target, acceptEncoding);
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

/** Removes the headers of the body for an answer without one: length, type and encoding. */
function withoutContent(flat: readonly string[]): string[] {
  return flat.filter((_, at) => !/^content-(length|type|encoding)$/i.test(flat[at - (at % 2)] ?? ''));
}

function refuse(response: ServerResponse, headers: Record<string, string>): void {
  const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' };
  response.writeHead(503, { ...headers, ...own });
  response.end('Very many people are here right now. Please try again in a moment.');
}

/** Logs each answer at level debug, and each slow answer at any level. */
function watch(request: IncomingMessage, response: ServerResponse, { log, onAnswer }: FrontOptions): void {
  const started = performance.now();
  response.once('close', () => {
    const ms = Math.round(performance.now() - started);
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const requestId = response.getHeader('x-request-id');
    const line = { method: request.method, path, status: response.statusCode, ms, requestId };
    onAnswer?.(path, line.method ?? 'GET', line.status, ms / 1000);
    if (ms > slowMs) log.warn(line, 'slow answer');
    else log.debug(line, 'answer');
  });
}
