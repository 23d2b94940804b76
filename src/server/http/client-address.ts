import { isIPv6 } from 'node:net';
import { isThisMachine } from '#server/demand-tls.ts';
import type { Log } from '#server/log.ts';

/**
 * The client's address behind `trustedProxies` proxies. Each proxy appends the address it saw to
 * X-Forwarded-For, so the trusted one stands that many places from the right.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const direct = (socketAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  if (trustedProxies === 0 || forwardedFor === undefined) return direct;
  const seen = [...forwardedFor.split(',').map((part) => part.trim()), direct];
  return (seen[Math.max(0, seen.length - 1 - trustedProxies)] ?? direct).replace(/^::ffff:/, '');
}

/**
 * Says once in a process that another machine has called past the proxy that TRUST_PROXY announces: whoever can do that may
 * write any address into the header, and no limit by address holds.
 */
export function createProxyCheck(trustedProxies: number, log: Pick<Log, 'warn'>) {
  let isQuiet = trustedProxies === 0;
  return (socketAddress: string | undefined, forwardedFor: string | undefined): void => {
    if (isQuiet || forwardedFor !== undefined || socketAddress === undefined) return;
    const direct = clientAddress(socketAddress, undefined, 0);
    if (isThisMachine(isIPv6(direct) ? `[${direct}]` : direct)) return;
    isQuiet = true;
    const text =
      'a call came without X-Forwarded-For though TRUST_PROXY is on: let only the proxy reach this port, or set TRUST_PROXY=off';
    log.warn({ clientAddress: direct }, text);
  };
}

/** The address by which limits count: an IPv6 client owns its whole /64. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const full =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${full
    .slice(0, 4)
    .map((part) => Number.parseInt(part || '0', 16).toString(16))
    .join(':')}::/64`;
}
