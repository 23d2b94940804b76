import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { checkRequest } from './check-request.ts';

const check = (url: string, method = 'GET') => checkRequest({ url, method } as IncomingMessage);

test.each(['/', '/directory', '/directory?search=a//b/&x=%', '/business/caf%C3%A9', '/.well-known/x', '/?', '/a%2Fb'])(
  '%s is fine as it is',
  (url) => {
    expect(check(url)).toBeNull();
  },
);

test.each([
  ['/directory/', '/directory'],
  ['/directory/?search=a', '/directory?search=a'],
  ['//directory', '/directory'],
  ['//evil.example/', '/evil.example'],
  ['///', '/'],
  ['/news//a-b///', '/news/a-b'],
  ['/%61pi/csrf-token', '/api/csrf-token'],
  ['/st%61ff/%4Eews', '/staff/News'],
  ['/%7E%2d%5f%39%2561%20', '/~-_9%2561%20'],
])('%s moves to %s', (url, to) => {
  expect(check(url)).toMatchObject({ status: 301, headers: { Location: to } });
  expect(check(url, 'POST')).toMatchObject({ status: 400 });
});

test.each([
  '/\\evil.example/',
  '/a\\b',
  'http://evil.example/',
  'directory',
  '/%',
  '/%E0%A4%A',
  '/%ff',
  '/a/../metrics',
  '/a/%2E%2e/metrics',
  '/..',
  '/./',
  '/#a',
])('%s is refused', (url) => {
  expect(check(url)).toMatchObject({ status: 400 });
});

test('too long an address is refused', () => {
  expect(check(`/${'a'.repeat(4095)}`)).toBeNull();
  expect(check(`/${'a'.repeat(12_000)}`)).toMatchObject({ status: 414 });
});

test('unknown methods are told the known ones', () => {
  for (const method of ['TRACE', 'PROPFIND', 'PURGE']) {
    const answer = check('/', method);
    expect(answer).toMatchObject({ status: 405 });
    expect(answer?.headers.Allow).toContain('GET, HEAD');
  }
  expect(check('*', 'OPTIONS')).toMatchObject({ status: 204 });
});
