/**
 * Stored answers are written to the socket in one piece, past node:http. These tests show that clients cannot
 * tell.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PageCache } from '#server/http/page-cache.ts';
import { wholeAnswer } from '#server/http/send-whole.ts';
import { type ApiEnv, tagsHeader } from '#server/http/serve.ts';
import { createFront } from './front.ts';
import { createStorageKey } from './storage-key.ts';

const keepAliveTimeoutMs = 5_000;
const filling = 'x'.repeat(300_000);
let server: Server;
let now: number;
let letPass: () => void;
let wholes: number;
/** The server's ends of all connections. */
let sockets: Socket[];

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 12);
  wholes = 0;
  sockets = [];
  const site = new Hono<ApiEnv>();
  const stored = (path: string, text: string) =>
    site.get(path, (c) => {
      c.header(tagsHeader, 'x');
      return c.text(text);
    });
  for (const name of ['a', 'b', 'c']) stored(`/${name}`, `page ${name}`);
  stored('/large', filling);
  site.get('/slow', async (c) => {
    await new Promise<void>((resolve) => {
      letPass = resolve;
    });
    return c.text('slow');
  });
  const front = createFront({
    site,
    cache: new PageCache({ maxBytes: 10_000_000, maxAgeMs: 60_000, keepAliveTimeoutMs, now: () => now }),
    files: { serve: () => false },
    media: { serve: () => false },
    headers: { 'x-content-type-options': 'nosniff' },
    storageKey: createStorageKey([]),
    log: pino({ level: 'silent' }),
  });
  server = createServer({ keepAliveTimeout: keepAliveTimeoutMs, optimizeEmptyRequests: true }, (request, response) => {
    // node:http sets this when it has sent a head itself.
    response.once('close', () => {
      if (!response.headersSent) wholes++;
    });
    if (request.url === '/ending') end(response);
    else front(request, response);
    if (request.headers.leaving === 'at once') response.socket?.destroy();
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

interface Line {
  socket: Socket;
  /** The text received so far. */
  text: () => string;
  ask: (...lines: string[]) => void;
}

function openLine(): Line {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  return {
    socket,
    text: () => text,
    ask: (...lines) => void socket.write(lines.map((line) => `${line}\r\nHost: a\r\n\r\n`).join('')),
  };
}

/** The bodies of all received answers, in order; an answer whose head is incomplete is left out. */
function bodies(text: string): string[] {
  const found: string[] = [];
  for (let rest = text; rest.includes('\r\n\r\n'); ) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, end))?.[1]);
    found.push(rest.slice(end, end + length));
    rest = rest.slice(end + length);
  }
  return found;
}

/** The next complete answer on an idle connection. */
async function next(line: Line, request: string): Promise<string> {
  const before = line.text().length;
  line.ask(request);
  await expect.poll(() => /\r\n\r\npage .$/.test(line.text().slice(before)), { interval: 5 }).toBe(true);
  return line.text().slice(before);
}

const sorted = (answer: string) => answer.split('\r\n').toSorted();

test('an answer in one piece says what node:http says', async () => {
  const line = openLine();
  const first = await next(line, 'GET /a HTTP/1.1');
  expect(wholes).toBe(0);
  const second = await next(line, 'GET /a HTTP/1.1');
  await expect.poll(() => wholes).toBe(1);
  const withoutDate = (answer: string) => sorted(answer).filter((row) => !row.startsWith('Date: '));
  expect(withoutDate(second)).toEqual(withoutDate(first));
  expect(second).toContain('\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT\r\n');
  expect(second).toContain('\r\nKeep-Alive: timeout=5\r\n');
});

test('the Date header of a stored answer stays current', async () => {
  const line = openLine();
  await next(line, 'GET /a HTTP/1.1');
  await next(line, 'GET /a HTTP/1.1');
  now += 1_000;
  const third = await next(line, 'GET /a HTTP/1.1');
  expect(third).toContain('\r\nDate: Sat, 21 Nov 2026 12:00:01 GMT\r\n');
  expect(third).toMatch(/\r\n\r\npage a$/);
});

test('requests sent at once are answered in order, stored or not', async () => {
  const line = openLine();
  for (const name of ['a', 'b', 'c']) await next(line, `GET /${name} HTTP/1.1`);
  const asked = ['a', 'b', 'slow', 'c', 'a', 'b'];
  const before = line.text().length;
  line.ask(...asked.map((name) => `GET /${name} HTTP/1.1`));
  await expect.poll(() => letPass).toBeDefined();
  await expect.poll(() => bodies(line.text().slice(before))).toEqual(['page a', 'page b']);
  letPass();
  await expect.poll(() => bodies(line.text().slice(before)).length).toBe(asked.length);
  expect(bodies(line.text().slice(before))).toEqual(asked.map((name) => (name === 'slow' ? 'slow' : `page ${name}`)));
  // A request that was sent together with it waits behind the first.
  expect(wholes).toBe(1);
});

test('a client that disconnects between request and response does not affect another connection', async () => {
  const [staying, leaving] = [openLine(), openLine()];
  await next(staying, 'GET /a HTTP/1.1');
  await next(leaving, 'GET /a HTTP/1.1');
  const before = leaving.text().length;
  const gone = new Promise<void>((resolve) => leaving.socket.once('close', () => resolve()));
  leaving.ask('GET /a HTTP/1.1\r\nLeaving: at once');
  await Promise.all([gone, next(staying, 'GET /a HTTP/1.1')]);
  expect(leaving.text().length).toBe(before);
  expect(await next(staying, 'GET /b HTTP/1.1')).toMatch(/page b$/);
});

test.each([
  ['with its length', 'Content-Length: 28', 'GET /b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['in pieces', 'Transfer-Encoding: chunked', '1c\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n\r\n0\r\n\r\n'],
])(
  'a body that comes with or after the question, %s, is not taken for another question',
  async (_how, header, body) => {
    const line = openLine();
    for (const name of ['a', 'b', 'c']) await next(line, `GET /${name} HTTP/1.1`);
    const before = line.text().length;
    line.socket.write(`GET /a HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
    await expect.poll(() => bodies(line.text().slice(before))).toEqual(['page a']);
    line.socket.write(body);
    line.ask('GET /c HTTP/1.1');
    await expect.poll(() => bodies(line.text().slice(before)).length).toBeGreaterThan(1);
    line.socket.write(`GET /a HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}GET /c HTTP/1.1\r\nHost: a\r\n\r\n`);
    await expect.poll(() => bodies(line.text().slice(before)).length).toBeGreaterThan(3);
    expect(bodies(line.text().slice(before))).toEqual(['page a', 'page c', 'page a', 'page c']);
  },
);

test.each([
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 28'],
  ['a length and pieces', 'Content-Length: 28\r\nTransfer-Encoding: chunked'],
  ['pieces twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
  ['a space before the colon', 'Content-Length : 28'],
  ['a length that is no number', 'Content-Length: +28'],
])('a question with %s is refused, and the connection with it', async (_what, header) => {
  const line = openLine();
  for (const name of ['a', 'b']) await next(line, `GET /${name} HTTP/1.1`);
  const before = line.text().length;
  const ended = new Promise<void>((resolve) => line.socket.once('close', () => resolve()));
  line.socket.write(`GET /a HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n`);
  await ended;
  expect(line.text().slice(before)).toMatch(/^HTTP\/1\.1 400 /);
  expect(line.text().slice(before)).not.toContain('page');
});

test.each([
  ['Connection: close', 'GET /a HTTP/1.1\r\nConnection: close'],
  ['HTTP/1.0', 'GET /a HTTP/1.0'],
])('the connection is closed after %s', async (_what, request) => {
  await next(openLine(), 'GET /a HTTP/1.1');
  const line = openLine();
  const ended = new Promise<void>((resolve) => line.socket.once('end', () => resolve()));
  line.ask(request);
  await ended;
  expect(line.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)+Connection: close\r\n\r\npage a$/);
});

test('a client that stops reading pauses its connection; once it reads again, it gets every response in order', async () => {
  const line = openLine();
  line.ask('GET /large HTTP/1.1');
  await expect.poll(() => bodies(line.text())[0]?.length).toBe(filling.length);
  line.socket.pause();
  const asked = 100;
  line.ask(...Array.from({ length: asked }, () => 'GET /large HTTP/1.1'));
  await expect.poll(() => sockets[0]?.isPaused()).toBe(true);
  // The second finds that the first is not sent yet; from then on nothing more is read.
  expect(sockets[0]?.writableLength).toBeLessThan(3 * filling.length);
  line.socket.resume();
  await expect.poll(() => bodies(line.text()).filter((body) => body === filling).length).toBe(asked + 1);
});

/** Sends the last answer of a connection, on which another request then arrives. */
function end(response: ServerResponse): void {
  const { socket } = response;
  response.shouldKeepAlive = false;
  response.once('finish', () => socket?.emit('data', Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\n')));
  setImmediate(() => response.end('the end'));
}

test('what arrives on a connection that is about to end is not answered, and harms nobody', async () => {
  await next(openLine(), 'GET /a HTTP/1.1');
  const line = openLine();
  const ended = new Promise<void>((resolve) => line.socket.once('close', () => resolve()));
  line.ask('GET /ending HTTP/1.1', 'GET /slow HTTP/1.1');
  await ended;
  expect(line.text()).toMatch(/the end$/);
  expect(await next(openLine(), 'GET /a HTTP/1.1')).toMatch(/page a$/);
});

test('a visitor who goes away harms nobody', async () => {
  const line = openLine();
  line.ask('GET /large HTTP/1.1');
  await expect.poll(() => bodies(line.text())[0]?.length).toBe(filling.length);
  line.ask(...Array.from({ length: 20 }, () => 'GET /large HTTP/1.1'));
  line.socket.resetAndDestroy();
  expect(await next(openLine(), 'GET /b HTTP/1.1')).toMatch(/page b$/);
});

test('a head with a line break in it is refused', () => {
  const parts = { status: 200, body: Buffer.from('x'), keepAliveTimeoutMs, now };
  expect(() => wholeAnswer({ ...parts, headers: ['a', 'b\r\nset-cookie: c=d'] })).toThrow(TypeError);
  expect(() => wholeAnswer({ ...parts, headers: ['a\r\nb', 'c'] })).toThrow(TypeError);
});
