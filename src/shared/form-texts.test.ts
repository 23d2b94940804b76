import { expect, it } from 'vitest';
import { webAddress } from './form-texts.ts';

it.each([
  ['', ''],
  ['example.org', 'https://example.org/'],
  ['http://example.org/a?b', 'http://example.org/a?b'],
  ['example.org:8080/a', 'https://example.org:8080/a'],
  ['https://.a', null],
  ['https://a..b', null],
  ['https://localhost', null],
  ['https://me:secret@example.org', null],
  ['javascript:alert(1)', null],
  ['two words.org', null],
])('reads %s as %s', (typed, address) => {
  expect(webAddress(typed)).toBe(address);
});
