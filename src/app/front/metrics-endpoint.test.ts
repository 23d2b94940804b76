import { expect, test } from 'vitest';
import { createRouteNames, mayRead } from './metrics-endpoint.ts';

const open = { metricsToken: undefined, siteUrl: 'http://localhost:3000', trustProxy: 0 };
const guarded = { ...open, metricsToken: 'secret' };
const token = (given: string) => new Headers({ authorization: `Bearer ${given}` });

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(mayRead(address, new Headers(), open)).toBe(true);
  expect(mayRead(address, new Headers(), { ...open, metricsToken: 'secret' })).toBe(true);
});

test.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1.evil', undefined])('%s is not', (address) => {
  expect(mayRead(address, new Headers(), open)).toBe(false);
});

test('what comes through a proxy is not from this machine', () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    expect(mayRead('127.0.0.1', new Headers({ [name]: '127.0.0.1' }), open)).toBe(false);
  }
});

test('a site that others reach asks this machine for the token, too: its proxy may not name itself', () => {
  for (const reached of [{ siteUrl: 'https://town.example' }, { siteUrl: 'http://192.0.2.7' }, { trustProxy: 1 }]) {
    expect(mayRead('127.0.0.1', new Headers(), { ...open, ...reached })).toBe(false);
    expect(mayRead('127.0.0.1', token('secret'), { ...guarded, ...reached })).toBe(true);
  }
});

test('the token opens from anywhere, and nothing like it does', () => {
  expect(mayRead('10.0.0.1', token('secret'), guarded)).toBe(true);
  for (const other of ['secre', 'secret1', 'Secret', ''])
    expect(mayRead('10.0.0.1', token(other), guarded)).toBe(false);
  expect(mayRead('10.0.0.1', token('undefined'), open)).toBe(false);
  expect(mayRead('10.0.0.1', new Headers({ authorization: 'Basic secret' }), guarded)).toBe(false);
});

test('routes have few names, whatever is asked for', () => {
  const routeName = createRouteNames();
  expect(routeName('/')).toBe('/');
  expect(routeName('/business/corner-tacos')).toBe('/business/{slug}');
  expect(routeName('/api/businesses/corner-tacos')).toBe('/api/businesses/{slug}');
  expect(routeName('/api/businesses')).toBe('/api/businesses');
  expect(routeName('/og/business/x.png')).toBe('/og/{kind}/{file}');
  expect(routeName('/wp-login.php')).toBe('other');
});
