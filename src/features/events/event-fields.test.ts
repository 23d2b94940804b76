import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { WebAddress } from './event-fields.ts';

it.each([
  ['', ''],
  ['example.org/a', 'https://example.org/a'],
  ['https://.a', null],
  ['https://a..b', null],
  ['javascript:alert(1)', null],
])('reads the web address %s as %s', (typed, address) => {
  expect(z.safeParse(WebAddress, typed).data ?? null).toBe(address);
});
