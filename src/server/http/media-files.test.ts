import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolderStore } from '#server/storage/folder-store.ts';
import { createMediaFiles } from './media-files.ts';

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 7">${'<path d="M0 0"/>'.repeat(50)}</svg>`;
let root: string;
let server: Server;
/** Files that are moved away between the answer where they are and the opening; each once. */
const moving = new Set<string>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'alameda-media-'));
  const folders = { city: join(root, 'city'), uploads: join(root, 'uploads') };
  await mkdir(folders.city);
  await mkdir(folders.uploads);
  await writeFile(join(root, 'secret.10x10.svg'), 'secret');
  await writeFile(join(folders.city, 'dam.16x7.svg'), drawing);
  await writeFile(join(folders.city, 'dam.16x7.svg.br'), brotliCompressSync(drawing));
  await writeFile(join(folders.city, 'built.json'), '{}');
  for (const width of [384, 768, 1500]) {
    await writeFile(join(folders.city, `creek.1500x940@${width}.avif`), `avif ${width}`);
    await writeFile(join(folders.city, `creek.1500x940@${width}.webp`), `webp ${width}`);
  }
  await writeFile(join(folders.uploads, '0190-ab.300x200@300.webp'), 'upload');
  const store = createFolderStore(folders.uploads);
  const localCopy = async (name: string) =>
    moving.delete(name) ? join(root, 'former-place', name) : store.localCopy(name);
  const places = { city: folders.city, uploads: { ...store, localCopy } };
  const media = createMediaFiles(places, pino({ level: 'silent' }));
  server = createServer((incoming, response) => {
    const served = media.serve(incoming.url ?? '', incoming, response, { 'x-content-type-options': 'nosniff' });
    if (!served) response.writeHead(418).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  server.close();
  await rm(root, { recursive: true });
});

/** Sends the path unchanged: fetch would normalize it. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', failed)
      .end();
  });
}

it('sends each stored width and format with its type', async () => {
  const answer = await get('/media/city/creek.1500x940@384.avif');
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/avif', 'content-length': '8' } });
  expect(answer.headers['cache-control']).toContain('max-age=604800');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.body.toString()).toBe('avif 384');
  expect((await get('/media/city/creek.1500x940@768.webp?v=1')).body.toString()).toBe('webp 768');
});

it('sends the widest for the address without a width', async () => {
  expect((await get('/media/city/creek.1500x940.webp')).body.toString()).toBe('webp 1500');
});

it('keeps uploads in browsers for good', async () => {
  const answer = await get('/media/u/0190-ab.300x200.webp');
  expect(answer.body.toString()).toBe('upload');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it('sends drawings compressed, and lets them do nothing by themselves', async () => {
  const packed = await get('/media/city/dam.16x7.svg', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'content-type': 'image/svg+xml',
  });
  expect(brotliDecompressSync(packed.body).toString()).toBe(drawing);
  const plain = await get('/media/city/dam.16x7.svg');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toBe(drawing);
  expect(plain.headers['content-security-policy']).toContain('sandbox');
  expect(plain.headers.etag).not.toBe(packed.headers.etag);
});

it('answers 304 to who has it already, and a HEAD without the body', async () => {
  const { etag } = (await get('/media/city/creek.1500x940@384.avif')).headers as { etag: string };
  const again = await get('/media/city/creek.1500x940@384.avif', { 'if-none-match': `"other", ${etag}` });
  expect(again).toMatchObject({ status: 304, headers: { etag } });
  expect(again.body).toHaveLength(0);
  const head = await get('/media/city/creek.1500x940@384.avif', {}, 'HEAD');
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': '8' } });
  expect(head.body).toHaveLength(0);
});

it.each([
  '/media/city/creek.1500x940@481.avif',
  '/media/city/creek.1500x940.avif.br',
  '/media/city/nothing.10x10.webp',
  '/media/city/built.json',
  '/media/city/dam.16x7@384.svg',
  '/media/city/../secret.10x10.svg',
  '/media/city/..%2fsecret.10x10.svg',
  '/media/city/%2e%2e/secret.10x10.svg',
  '/media/city/..\\secret.10x10.svg',
  '/media/city//secret.10x10.svg',
  '/media/u/.new-x/a.10x10.webp',
  '/media/city/creek.1500x940.webp%00.svg',
  '/media/other/creek.1500x940.webp',
  '/media/',
  `/media/city/${'x'.repeat(300)}.10x10.svg`,
])('answers 404 to %s', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('looks again for an upload that is moved while it is opened', async () => {
  moving.add('0190-ab.300x200@300.webp');
  expect((await get('/media/u/0190-ab.300x200@300.webp')).body.toString()).toBe('upload');
  expect(moving.size).toBe(0);
});

it('leaves other addresses alone', async () => {
  expect((await get('/mediate')).status).toBe(418);
});
