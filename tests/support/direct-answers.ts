/** A front in a server, with or without direct answers, and connections to it on which a test says every byte. */
import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { createFront, findDirectly } from '#app/front/front.ts';
import { createStorageKey } from '#app/front/storage-key.ts';
import { answerDirectly } from '#server/http/answer-directly.ts';
import { continueInOrder } from '#server/http/continue-in-order.ts';
import { lettingFinish } from '#server/http/let-finish.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { type ApiEnv, tagsHeader } from '#server/http/serve.ts';

const now = Date.UTC(2026, 10, 21, 12);
export const filling = 'x'.repeat(300_000);

type HttpSocket = Socket & { _httpMessage?: object | null };

export interface Site {
  port: number;
  cache: PageCache;
  leaving: ReturnType<typeof lettingFinish>;
  /** The server's ends of all connections. */
  ends: HttpSocket[];
  /** Requests that node:http answered. */
  viaNode: () => number;
}

const servers: Server[] = [];
/** For a file that starts sites. */
export function stopSitesAfterAll(): void {
  afterAll(async () => {
    for (const server of servers.splice(0)) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
  });
}

/** With /a, /b and /large stored. */
export async function startSite(isDirect: boolean, options: ServerOptions = {}): Promise<Site> {
  const app = new Hono<ApiEnv>();
  const stored = (path: string, text: string) =>
    app.get(path, (c) => {
      c.header(tagsHeader, 'x');
      return c.text(text);
    });
  for (const name of ['a', 'b']) stored(`/${name}`, `page ${name} `.repeat(100));
  stored('/large', filling);
  app.get('/api/who', (c) => c.text(`you are ${c.req.header('cookie') ?? 'nobody'}`));
  app.post('/api/say', async (c) => c.text(`you said ${await c.req.text()}`));
  const cache = new PageCache({ maxBytes: 10_000_000, maxAgeMs: 60_000, keepAliveTimeoutMs: 60_000, now: () => now });
  const isFreshDue = (cookies: string | undefined) => cookies?.includes('wrote=1') === true;
  const front = createFront({
    site: app,
    cache,
    files: { serve: () => false },
    media: { serve: () => false },
    headers: { 'x-content-type-options': 'nosniff' },
    storageKey: createStorageKey([]),
    isFreshDue,
    log: pino({ level: 'silent' }),
  });
  const server = createServer({ keepAliveTimeout: 60_000, optimizeEmptyRequests: true, ...options }, front);
  continueInOrder(server, front);
  const leaving = lettingFinish(server);
  if (isDirect) answerDirectly(server, { find: findDirectly({ cache, isFreshDue }), isLeaving: leaving.isLeaving });
  let viaNode = 0;
  const ends: HttpSocket[] = [];
  server.on('request', () => viaNode++).on('connection', (socket) => ends.push(socket));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = { port: (server.address() as AddressInfo).port, cache, leaving, ends, viaNode: () => viaNode };
  const line = await openLine(site);
  const paths = ['/a', '/b', '/large', '/a', '/b', '/large'];
  await line.say(...paths.flatMap((path) => [get(path, brotli), get(path, gzip)]));
  line.socket.destroy();
  return site;
}

export const brotli = 'Accept-Encoding: gzip, deflate, br';
export const gzip = 'Accept-Encoding: gzip';

export const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
/** As browsers ask. */
export const ask = (path: string, ...headers: string[]) => get(path, brotli, ...headers);

export interface Line {
  socket: Socket;
  /** The server's end. */
  end: HttpSocket;
  received: () => string;
  isEnded: () => boolean;
  /** Sends each piece once what came before has been answered, as far as it will be. */
  say: (...pieces: string[]) => Promise<string>;
}

export async function openLine({ port, ends }: Site): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isEnded = false;
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isEnded = true;
    });
  let end: HttpSocket | undefined;
  while (end === undefined) {
    await sleep(1);
    end = ends.findLast(({ remotePort }) => remotePort === socket.localPort);
  }
  const itsEnd = end;
  const isSettled = () =>
    isEnded ||
    (itsEnd.bytesRead === socket.bytesWritten && text.length === itsEnd.bytesWritten && !itsEnd._httpMessage);
  const say = async (...pieces: string[]) => {
    for (const piece of pieces) {
      if (isEnded) break;
      socket.write(piece, 'latin1');
      // Half a request has no answer.
      for (let tries = 0; tries < 15 || itsEnd.bytesRead < socket.bytesWritten; tries++) {
        await sleep(2);
        if (isSettled()) break;
      }
    }
    return text;
  };
  return { socket, end: itsEnd, received: () => text, isEnded: () => isEnded, say };
}

interface Answer {
  head: string[];
  body: string;
}

/** All whole answers of a connection, without what differs from one request to the next. */
export function answersIn(text: string): Answer[] {
  const found: Answer[] = [];
  for (let rest = text; rest.includes('\r\n\r\n'); ) {
    const bodyAt = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, bodyAt - 4).split('\r\n');
    const hasBody = !/ (100|304) /.test(head[0] ?? '');
    const length = hasBody ? Number(/\r\ncontent-length: (\d+)/i.exec(rest.slice(0, bodyAt))?.[1] ?? 0) : 0;
    if (rest.length < bodyAt + length) break;
    const lasting = head.filter((line) => !/^(x-request-id|date):/i.test(line));
    found.push({ head: lasting.toSorted(), body: rest.slice(bodyAt, bodyAt + length) });
    rest = rest.slice(bodyAt + length);
  }
  return found;
}
