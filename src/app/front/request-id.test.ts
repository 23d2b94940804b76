import { expect, test } from 'vitest';
import { requestIdOf } from './request-id.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const own = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test('a trusted proxy names the request, or its trace does', () => {
  expect(requestIdOf({ headers: { 'x-request-id': 'edge-0001', traceparent } }, true)).toBe('edge-0001');
  expect(requestIdOf({ headers: { traceparent } }, true)).toBe(trace);
});

test.each([
  ['without a proxy', { 'x-request-id': 'edge-0001', traceparent }, false],
  ['too short', { 'x-request-id': 'a' }, true],
  ['too long', { 'x-request-id': 'a'.repeat(129) }, true],
  ['with signs that a log could take for its own', { 'x-request-id': 'edge 0001"}' }, true],
  ['an empty trace', { traceparent: traceparent.replace(trace, '0'.repeat(32)) }, true],
])('a name of our own: %s', (_, headers, isProxyTrusted) => {
  expect(requestIdOf({ headers }, isProxyTrusted)).toMatch(own);
});
