import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { addressGroup } from '#server/http/client-address.ts';

const local = new BlockList();
local.addSubnet('127.0.0.0', 8);
local.addAddress('::1', 'ipv6');
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  local.addSubnet(network, bits);
}
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/**
 * '203.0.113.x': the part of an address that a household or office shares, enough to tell home from elsewhere. Telling the
 * town behind it would need somebody else's list.
 */
export function describeNetwork(address: string | null): string {
  const plain = address?.split(/[%/]/, 1)[0] ?? '';
  if (isIPv4(plain)) return local.check(plain) ? 'a local network' : plain.replace(/\d+$/, 'x');
  if (!isIPv6(plain)) return 'an unknown network';
  if (local.check(plain, 'ipv6')) return 'a local network';
  return `${addressGroup(plain).split(':').slice(0, 3).join(':')}:x`;
}
