import { expect, it } from 'vitest';
import { logInPath, nextPage, whyAsked, wish, withNext } from './next-page.ts';

it('leads back to the page that asked for a log-in', () => {
  const path = '/edit-business/1?tab=photos';
  const search = logInPath(path).slice('/login'.length);
  expect(nextPage({ search })).toBe(path);
  expect(nextPage({ search: '', state: wish(path) })).toBe(path);
  expect(withNext('/signup', path)).toBe(`/signup${search}`);
});

it('leads to the dashboard otherwise', () => {
  expect(nextPage({ search: '', state: null })).toBe('/dashboard');
  expect(nextPage({ search: '', state: { next: 1 } })).toBe('/dashboard');
  expect(withNext('/signup', null)).toBe('/signup');
});

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '\\\\evil.example',
  'dashboard',
  '/login?next=/login',
])('never leads to %j', (next) => {
  expect(nextPage({ search: `?${new URLSearchParams({ next })}` })).toBe('/dashboard');
  expect(nextPage({ search: '', state: wish(next) })).toBe('/dashboard');
});

it.each([
  ['/claim-business?business=old-press', /claim your business/],
  ['/add-business', /add your business/],
  ['/edit-business/1', /edit your listing/],
  ['/staff/queue', /staff area/],
  ['/staffing', undefined],
  ['/dashboard', undefined],
])('says why somebody who wanted %j is asked to log in', (wanted, words) => {
  if (words === undefined) expect(whyAsked(wanted)).toBeUndefined();
  else expect(whyAsked(wanted)).toMatch(words);
});
