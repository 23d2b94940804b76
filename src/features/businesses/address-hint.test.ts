import { expect, test } from 'vitest';
import { addressHint } from './address-hint.ts';

const asks = 'This has no house number: can people find it?';

test.each([
  ['', ''],
  ['Mc', ''],
  ['asdf', asks],
  [' Main Street ', asks],
  ['4100 McCullough Ave', ''],
  ['Olmos Park, TX', ''],
  ['McCullough & Olmos', ''],
  ['Corner of Main and Oak', ''],
])('%j: %j', (address, hint) => {
  expect(addressHint(address)).toBe(hint);
});
