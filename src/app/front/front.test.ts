import { createServer, type IncomingHttpHeaders, type RequestOptions, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PageCache } from '#server/http/page-cache.ts';
import { type ApiEnv, tagsHeader } from '#server/http/serve.ts';
import { Crowded } from '#server/turns.ts';
import { createFront } from './front.ts';
import { createStorageKey } from './storage-key.ts';

let server: Server;
let cache: PageCache;
let now: number;
let isBroken: boolean;
let made: number;
let isInDoubt: boolean;
let slow: Promise<void> | undefined;

const none = { serve: () => false };

beforeEach(async () => {
  now = 1_000_000;
  isBroken = false;
  made = 0;
  isInDoubt = false;
  slow = undefined;
  cache = new PageCache({ maxBytes: 1_000_000, maxAgeMs: 60_000, keepAliveTimeoutMs: 5_000, now: () => now });
  const site = new Hono<ApiEnv>();
  // Shows everything it received, so that whatever gets through can be seen.
  site.get('/directory', async (c) => {
    made++;
    await slow;
    if (isBroken) return c.text('broken', 503);
    c.header(tagsHeader, 'echo');
    return c.json({ url: c.req.url, headers: [...c.req.raw.headers], made, filling: 'x'.repeat(1000) });
  });
  site.get('/staff', (c) => {
    c.header(tagsHeader, 'leak');
    return c.text(c.req.header('cookie') ?? 'no cookie');
  });
  site.notFound((c) => c.text('nothing', 404));
  const front = createFront({
    site,
    cache,
    files: none,
    media: none,
    headers: { 'x-content-type-options': 'nosniff' },
    storageKey: createStorageKey([]),
    isDatabaseInDoubt: () => isInDoubt,
    log: pino({ level: 'silent' }),
  });
  server = createServer(front);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

interface Got {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

function get(path: string, options: RequestOptions = {}): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
}

test("nothing of one visitor's request gets into what others are shown", async () => {
  const evil = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': '6.6.6.6',
    'X-Original-URL': '/staff',
    Forwarded: 'host=evil.example',
    Cookie: 'session=evil',
    Authorization: 'Bearer evil',
    'Accept-Language': 'evil',
    'User-Agent': 'evil',
  };
  const first = await get('/directory?utm_source=evil&search=a', { headers: evil });
  const second = await get('/directory?search=a');
  expect(first.bytes.toString()).not.toMatch(/evil|6\.6\.6\.6/);
  expect(second.bytes).toEqual(first.bytes);
  expect(JSON.parse(second.bytes.toString())).toMatchObject({
    url: 'http://localhost/directory?search=a',
    headers: [],
  });
  expect(second.headers).not.toHaveProperty(tagsHeader);
  expect(second.headers['set-cookie']).toBeUndefined();
});

test('what is not stored sees the visitor, and nobody may keep it', async () => {
  const answer = await get('/staff', { headers: { cookie: 'session=mine' } });
  expect(answer.bytes.toString()).toBe('session=mine');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect(answer.headers).not.toHaveProperty(tagsHeader);
});

test('while nobody knows whether the database answers, what is stored is given out at once', async () => {
  const first = await get('/directory');
  now += 60_001;
  isInDoubt = true;
  const { promise, resolve } = Promise.withResolvers<void>();
  slow = promise;
  expect((await get('/directory')).bytes).toEqual(first.bytes);
  // A page that is being made when the doubt arises is not waited for either.
  isInDoubt = false;
  const waiting = get('/directory');
  await expect.poll(() => made).toBe(2);
  isInDoubt = true;
  expect((await waiting).bytes).toEqual(first.bytes);
  resolve();
});

test('each encoding has its own ETag, and each ETag is known again', async () => {
  const etags = new Set<string>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { 'accept-encoding': encoding };
    etags.add((await get('/directory', { headers })).headers.etag ?? '');
    // Each has its own address: the third request for a page gets a new compression.
    const ways = [
      (etag: string) => etag,
      (etag: string) => `W/${etag}`,
      (etag: string) => `"other", ${etag}`,
      () => '*',
    ];
    for (const [number, known] of ways.entries()) {
      const path = `/directory?search=${encoding}${number}`;
      const whole = await get(path, { headers });
      expect(whole.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      expect(whole.headers.vary).toBe('Accept-Encoding');
      const etag = whole.headers.etag ?? '';
      const again = await get(path, { headers: { ...headers, 'if-none-match': known(etag) } });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['content-length']).toBeUndefined();
      expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    expect((await get('/directory', { headers: { ...headers, 'if-none-match': '"other"' } })).status).toBe(200);
  }
  expect(etags.size).toBe(3);
  const packed = await get('/directory', { headers: { 'accept-encoding': 'br;q=0, gzip' } });
  expect(JSON.parse(gunzipSync(packed.bytes).toString())).toMatchObject({ url: 'http://localhost/directory' });
});

test('HEAD is GET without the body', async () => {
  for (const path of ['/directory', '/staff', '/nothing', '/Directory']) {
    const [whole, head] = [await get(path), await get(path, { method: 'HEAD' })];
    expect([head.status, head.bytes.length], path).toEqual([whole.status, 0]);
    expect(head.headers['content-type'], path).toBe(whole.headers['content-type']);
  }
  expect((await get('/directory', { method: 'HEAD' })).headers['content-length']).toBe(
    (await get('/directory')).headers['content-length'],
  );
});

test('a page is made again after 60 seconds, and given out stale while it cannot be', async () => {
  const madeBy = async () => JSON.parse((await get('/directory')).bytes.toString()) as { made: number };
  expect(await madeBy()).toMatchObject({ made: 1 });
  now += 60_000;
  expect(await madeBy()).toMatchObject({ made: 1 });
  now += 1;
  expect(await madeBy()).toMatchObject({ made: 2 });
  isBroken = true;
  now += 100_000;
  for (let n = 0; n < 5; n++) expect(await madeBy()).toMatchObject({ made: 2 });
  // Only the first of the five tried the site.
  expect(made).toBe(3);
});

test('a broken answer is told to everyone and kept by nobody', async () => {
  isBroken = true;
  const answer = await get('/directory');
  expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'no-store']);
  isBroken = false;
  expect((await get('/directory')).status).toBe(200);
});

test.each([
  ['/directory/', '/directory'],
  ['//directory?search=a', '/directory?search=a'],
  ['/Directory?search=A', '/directory?search=A'],
  ['//evil.example/', '/evil.example'],
])('%s moves for good to %s', async (path, to) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.location]).toEqual([301, to]);
});

test.each([
  ['an address with broken percent-encoding', 'GET', '/%E0%A4%A', 400],
  ['an address with a backslash', 'GET', '/\\evil.example/', 400],
  ['an address that is too long', 'GET', `/${'a'.repeat(12_000)}`, 414],
  ['TRACE', 'TRACE', '/directory', 405],
  ['PROPFIND', 'PROPFIND', '/directory', 405],
] as const)('%s is refused with type and headers', async (_what, method, path, status) => {
  const answer = await get(path, { method });
  expect(answer.status).toBe(status);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
});

test.each(['a b', '[::1', 'x/../y', '<>', 'a:b:c', ''])('the host %j breaks nothing', async (host) => {
  for (const path of ['/directory', '/staff']) {
    expect((await get(path, { headers: { host } })).status, path).toBeLessThan(500);
  }
});

test('when too many wait for pages, the old page is given or one is told at once', async () => {
  await get('/directory');
  now += 61_000;
  cache.make = () => Promise.reject(new Crowded('too many'));
  expect((await get('/directory')).status).toBe(200);
  const answer = await get('/directory?search=new');
  expect(answer.status).toBe(503);
  expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
});

test('every answer that is not stored carries an id of its own', async () => {
  expect((await get('/directory')).headers['x-request-id']).toBeUndefined();
  expect((await get('/directory')).headers['x-request-id']).toBeUndefined();
  const forged = { headers: { 'X-Request-Id': 'forged' } };
  const answers = await Promise.all(['/staff', '/a//b', '/%zz'].map((path) => get(path, forged)));
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
