import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readStaticFiles, type StaticFiles } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function served(files: StaticFiles, url: string): string | undefined {
  let body = '';
  const response = { writeHead: () => undefined, end: (bytes: Buffer) => (body = bytes.toString()) };
  const request = { method: 'GET', headers: {} } as IncomingMessage;
  return files.serve(url, request, response as unknown as ServerResponse, {}) ? body : undefined;
}

test('serves nothing but the build’s own files of known types', async () => {
  put('secret.txt', 'secret');
  put('site/robots.txt', 'robots');
  for (const kept of ['.env', '.git/config', 'assets/page.js.map', 'server/index.ts', 'backup.sql']) {
    put(`site/${kept}`, 'secret');
  }
  const files = await readStaticFiles(join(folder, 'site'), join(folder, 'none'));
  expect(served(files, '/robots.txt')).toBe('robots');
  const odd = ['/', '/assets', '/assets/', '/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '//secret.txt'];
  const kept = ['/.env', '/.git/config', '/assets/page.js.map', '/server/index.ts', '/backup.sql'];
  expect([...odd, ...kept].filter((url) => served(files, url) !== undefined)).toEqual([]);
});

test('scripts of the build before are served, but none of its other files', async () => {
  put('now/assets/page-new.js', 'new');
  put('now/assets/same.js', 'now');
  put('before/assets/page-old.js', 'old');
  put('before/assets/same.js', 'before');
  put('before/robots.txt', 'old');
  const files = await readStaticFiles(join(folder, 'now'), join(folder, 'before'));
  expect(
    ['/assets/page-new.js', '/assets/page-old.js', '/assets/same.js', '/robots.txt'].map((url) => served(files, url)),
  ).toEqual(['new', 'old', 'now', undefined]);
});

test('a file whose build has been replaced is still there for those who take no brotli', async () => {
  put('replaced/assets/page-1.js', 'a script');
  writeFileSync(join(folder, 'replaced/assets/page-1.js.br'), brotliCompressSync('a script'));
  const files = await readStaticFiles(join(folder, 'replaced'));
  rmSync(join(folder, 'replaced'), { recursive: true });
  const body = new Promise<string>((came) => {
    const response = { writeHead: () => undefined, end: (bytes: Buffer) => came(bytes.toString()) };
    const request = { method: 'GET', headers: { 'accept-encoding': 'gzip' } } as unknown as IncomingMessage;
    files.serve('/assets/page-1.js', request, response as unknown as ServerResponse, {});
  });
  expect(await body).toBe('a script');
});
