import { expect, it } from 'vitest';
import { checkLink } from './link-address.ts';

it.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  [' example.com ', 'https://example.com/'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['ann@example.com', 'mailto:ann@example.com'],
  ['mailto:ann@example.com?subject=Hi', 'mailto:ann@example.com?subject=Hi'],
  ['/events?month=2026-12', '/events?month=2026-12'],
])('takes %j as %j', (typed, href) => {
  expect(checkLink(typed)).toEqual({ href });
});

it.each([
  '',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  '//evil.example',
  '/\\evil.example',
  'https://',
  'https://nowhere',
  'two words.com',
  'mailto:nobody',
  'word',
])('refuses %j and says why', (typed) => {
  expect(checkLink(typed).problem).toBeTruthy();
});
