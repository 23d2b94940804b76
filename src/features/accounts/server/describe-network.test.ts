import { expect, it } from 'vitest';
import { describeNetwork } from './describe-network.ts';

it.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:12:34::7', '2001:db8:12:x'],
  ['2001:db8::7', '2001:db8:0:x'],
  ['192.168.1.20', 'a local network'],
  ['127.0.0.1', 'a local network'],
  ['::1', 'a local network'],
  ['fd00::1', 'a local network'],
  ['fe80::1%eth0', 'a local network'],
  [null, 'an unknown network'],
])('of %s is %s', (address, network) => {
  expect(describeNetwork(address)).toBe(network);
});
