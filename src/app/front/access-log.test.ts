import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { networkOf, openAccessLog } from './access-log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'access-log-'));
  file = join(folder, 'access.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = pino({ level: 'silent' });

/** Answers what `listener` answers to each call, and returns the lines of the log. */
async function logOf(
  listener: RequestListener,
  calls: { path: string; headers?: Record<string, string>; leaves?: true }[],
): Promise<string[]> {
  const access = openAccessLog({ file, trustedProxies: 1, secretPaths: ['/api/article-previews/'], log });
  const server = createServer(access.around(listener));
  let closed = 0;
  server.on('request', (_, response) => response.once('close', () => closed++));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  for (const { path, headers = {}, leaves } of calls) {
    await new Promise<void>((done) => {
      const asked = request({ port, path, headers }, (response) => response.resume().once('end', done));
      asked.once('error', () => done());
      asked.end();
      if (leaves) server.once('request', () => asked.destroy());
    });
  }
  await expect.poll(() => closed).toBe(calls.length);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await access.close();
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}

test('a line has the network, the time, the path, the status, the bytes and the program', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.77',
    'user-agent': 'Browser/1.0',
    referer: 'https://elsewhere.example/private?who=me',
  };
  const [line] = await logOf(
    (_, response) => response.writeHead(404).end('nothing'),
    [{ path: '/events?x=1', headers }],
  );
  const pattern =
    /^203\.0\.113\.0 - - \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000\] "GET \/events HTTP\/1\.1" 404 (\d+) "https:\/\/elsewhere\.example" "Browser\/1\.0"$/;
  expect(line).toMatch(pattern);
  expect(Number(pattern.exec(line ?? '')?.[1])).toBeGreaterThan(50);
});

test('no token and no search word is written', async () => {
  const lines = await logOf(
    (_, response) => response.end(),
    [{ path: '/verify-email?token=s3cret' }, { path: '/api/article-previews/s3cret' }],
  );
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('s3cret');
  expect(lines[1]).toContain('"GET /api/article-previews/... HTTP/1.1"');
});

test('nobody writes a line of their own', async () => {
  const [line, ...others] = await logOf(
    (_, response) => response.end(),
    [{ path: '/', headers: { 'user-agent': 'a" 200 1 "\\ \t x' } }],
  );
  expect(others).toEqual([]);
  expect(line).toMatch(/"a\\x22 200 1 \\x22\\x5c \\x09 x"$/);
});

test('somebody who left before the answer is there, too', async () => {
  const [line] = await logOf(() => undefined, [{ path: '/slow', leaves: true }]);
  expect(line).toContain('"GET /slow HTTP/1.1" 499 ');
});

test('lines are added to a file that is there', async () => {
  const answer: RequestListener = (_, response) => response.end();
  await logOf(answer, [{ path: '/one' }]);
  expect((await logOf(answer, [{ path: '/two' }])).map((line) => /GET (\S+)/.exec(line)?.[1])).toEqual([
    '/one',
    '/two',
  ]);
});

test.each([
  ['203.0.113.7', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:DB8::7', '2001:db8::'],
  ['::1', '::'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
