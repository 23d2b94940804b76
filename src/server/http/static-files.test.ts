import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readStaticFiles } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('scripts of the build before are served, but none of its other files', async () => {
  put('now/assets/page-new.js', 'new');
  put('now/assets/same.js', 'now');
  put('before/assets/page-old.js', 'old');
  put('before/assets/same.js', 'before');
  put('before/robots.txt', 'old');
  const files = await readStaticFiles(join(folder, 'now'), join(folder, 'before'));
  const served = (url: string) => {
    let body = '';
    const response = { writeHead: () => undefined, end: (bytes: Buffer) => (body = bytes.toString()) };
    const request = { method: 'GET', headers: {} } as IncomingMessage;
    return files.serve(url, request, response as unknown as ServerResponse, {}) ? body : undefined;
  };
  expect(['/assets/page-new.js', '/assets/page-old.js', '/assets/same.js', '/robots.txt'].map(served)).toEqual([
    'new',
    'old',
    'now',
    undefined,
  ]);
});
