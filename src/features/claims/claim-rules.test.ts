import { expect, test } from 'vitest';
import { usualPrices } from '#shared/prices.ts';
import { checkoutFault } from './claim-rules.ts';

test.each([
  [{ plan: 'standard', amount: 25, action: 'claim' }, null],
  [{ plan: 'premium', amount: 50, action: 'claim' }, null],
  [{ plan: 'standard', amount: 50, action: 'claim' }, 'amount'],
  [{ plan: 'premium', amount: 0.5, action: 'claim' }, 'amount'],
  [{ plan: 'premium', amount: -50, action: 'claim' }, 'amount'],
  [{ plan: 'premium', amount: Number.NaN, action: 'claim' }, 'amount'],
  [{ plan: 'gold', amount: 50, action: 'claim' }, 'plan'],
  [{ plan: 'constructor', amount: 50, action: 'claim' }, 'plan'],
  [{ plan: 'standard', amount: 25, action: 'upgrade' }, 'action'],
])('%j is refused for its %s', (request, field) => {
  expect(Object.keys(checkoutFault(request, usualPrices) ?? {})).toEqual(field === null ? [] : [field]);
});
