import { expect, it } from 'vitest';
import { stripePage } from './stripe-page.ts';

it.each([
  ['https://checkout.stripe.com/c/pay/cs_1#a', undefined, true],
  ['https://billing.stripe.com/p/session/x', undefined, true],
  ['http://127.0.0.1:4242/c/pay/cs_1', 'http://127.0.0.1:4242', true],
  ['http://127.0.0.1:4242/c/pay/cs_1', undefined, false],
  ['http://checkout.stripe.com/c/pay/cs_1', undefined, false],
  ['https://checkout.stripe.com.evil.example/', undefined, false],
  ['javascript:alert(1)', undefined, false],
  ['', undefined, false],
  [null, undefined, false],
])('%s with %s: %s', (url, apiBase, isFollowed) => {
  expect(stripePage(url, apiBase)).toBe(isFollowed ? url : null);
});
