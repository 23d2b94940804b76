import { expect, test } from 'vitest';
import { addressGroup, clientAddress, createProxyCheck } from './client-address.ts';

test.each([
  ['without a proxy, whatever a header says', '203.0.113.7', '192.0.2.1', 0, '203.0.113.7'],
  ['behind one, the last entry', '127.0.0.1', '6.6.6.6, 192.0.2.1', 1, '192.0.2.1'],
  ['behind two, the last but one', '127.0.0.1', '6.6.6.6, 192.0.2.1, 10.0.0.1', 2, '192.0.2.1'],
  ['with fewer entries than proxies, the first', '127.0.0.1', '192.0.2.1', 3, '192.0.2.1'],
  ['behind one that sends no header, the socket', '203.0.113.7', undefined, 1, '203.0.113.7'],
  ['IPv4 written as IPv6', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
] as const)('takes the address that the trusted proxy saw: %s', (_, socket, forwarded, proxies, seen) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(seen);
});

test('a client with IPv6 counts by its network', () => {
  expect(addressGroup('2001:db8:0:1::5')).toBe(addressGroup('2001:db8:0:1:ffff::9'));
  expect(addressGroup('2001:db8:0:1::5')).not.toBe(addressGroup('2001:db8:0:2::5'));
});

test('a call past the trusted proxy is told once; those of this machine and of the proxy are ordinary', () => {
  const told: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void told.push(line[0]) };
  const check = createProxyCheck(1, log);
  check('127.0.0.1', undefined);
  check('::1', undefined);
  check('10.0.0.2', '192.0.2.1');
  expect(told).toEqual([]);
  check('::ffff:203.0.113.7', undefined);
  check('203.0.113.8', undefined);
  expect(told).toEqual([{ clientAddress: '203.0.113.7' }]);
  createProxyCheck(0, log)('203.0.113.7', undefined);
  expect(told).toHaveLength(1);
});
