import { expect, it } from 'vitest';
import { isRobot, VisitGuard } from './visit-guard.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each([
  [null, true],
  ['', true],
  ['curl/8.5.0', true],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    true,
  ],
  ['Mozilla/5.0 (compatible; SomethingBot)', true],
  [firefox, false],
  [
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    false,
  ],
])('%s is a robot: %s', (userAgent, robot) => expect(isRobot(userAgent)).toBe(robot));

function visitor(address: string, given: Record<string, string> = {}) {
  let minutes = 0;
  const guard = new VisitGuard();
  const headers = (own: Record<string, string>) =>
    new Headers({ origin: 'https://town.example', 'user-agent': firefox, ...given, ...own });
  return {
    wait: (more: number) => {
      minutes += more;
    },
    does: (what: string, { from = address, ...own }: Record<string, string> = {}) =>
      guard.counts({ headers: headers(own), clientAddress: from, now: () => new Date(1e12 + minutes * 60_000) }, what),
  };
}

it('counts the same thing of one visitor once in half an hour', () => {
  const { does, wait } = visitor('192.0.2.1');
  expect([does('a'), does('a'), does('b')]).toEqual([true, false, true]);
  expect(does('a', { from: '192.0.2.2' })).toBe(true);
  expect(does('a', { 'user-agent': `${firefox} other` })).toBe(true);
  wait(29);
  expect(does('a')).toBe(false);
  wait(32);
  expect(does('a')).toBe(true);
});

it('counts a whole IPv6 network as one', () => {
  const { does } = visitor('2001:db8:1:2::1');
  expect([does('a'), does('a', { from: '2001:db8:1:2::2' })]).toEqual([true, false]);
});

it('counts nothing without an origin, and only so much from one address', () => {
  const guard = new VisitGuard();
  const visit = { headers: new Headers({ 'user-agent': firefox }), clientAddress: '192.0.2.1', now: () => new Date() };
  expect(guard.counts(visit, 'a')).toBe(false);
  const { does } = visitor('192.0.2.1');
  const counted = Array.from({ length: 1000 }, (_, n) => does(`thing ${n}`)).filter(Boolean);
  expect(counted).toHaveLength(400);
});
