/** Compresses files as the build does, and reads them as a browser does. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStaticFiles } from '#server/http/static-files.ts';
import { compressFiles } from './compress-files.ts';

const script = 'console.log("hello");\n'.repeat(100);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alameda-client-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/page-1.js'), script);
  await writeFile(join(folder, 'assets/tiny-1.js'), 'a()');
  await writeFile(join(folder, 'assets/face-1.woff2'), 'face');
  await compressFiles(folder);
  const files = await readStaticFiles(folder);
  server = createServer((request, response) => {
    if (!files.serve(request.url ?? '', request, response, {})) response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function ask(path: string, accepted?: string) {
  const { port } = server.address() as AddressInfo;
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const response = await new Promise<IncomingMessage>((answered, failed) =>
    get(`http://127.0.0.1:${port}${path}`, { headers, agent: false }, answered).on('error', failed),
  );
  const bytes = await buffer(response);
  expect(response.headers['content-length']).toBe(String(bytes.length));
  expect(response.headers.vary).toBe('Accept-Encoding');
  return { encoding: response.headers['content-encoding'], bytes };
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['deflate', undefined, (bytes: Buffer) => bytes],
  ['br;q=0, gzip;q=0', undefined, (bytes: Buffer) => bytes],
  [undefined, undefined, (bytes: Buffer) => bytes],
])('a script for who accepts %s comes as %s', async (accepted, encoding, unpack) => {
  const answer = await ask('/assets/page-1.js', accepted);
  expect([answer.encoding, unpack(answer.bytes).toString()]).toEqual([encoding, script]);
  if (encoding) expect(answer.bytes.length).toBeLessThan(script.length / 5);
});

test('what gains nothing comes as it is', async () => {
  expect(await ask('/assets/tiny-1.js', 'gzip')).toEqual({ encoding: undefined, bytes: Buffer.from('a()') });
  expect(await ask('/assets/face-1.woff2', 'gzip, br')).toEqual({ encoding: undefined, bytes: Buffer.from('face') });
});
