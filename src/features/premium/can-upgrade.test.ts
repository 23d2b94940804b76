import { expect, test } from 'vitest';
import { canUpgrade } from './can-upgrade.ts';

const basic = { verified: true, isPremium: false };
const pending = { verified: false, isPremium: false };
const premium = { verified: true, isPremium: true };

test.each([
  ['nobody without a business', [], false],
  ['nobody whose businesses all wait for review', [pending, pending], false],
  ['whoever has an approved basic one', [pending, basic], true],
  ['nobody whose businesses are all premium', [premium, premium], false],
  ['whoever has a premium one and another', [premium, pending], true],
])('%s', (_, businesses, expected) => {
  expect(canUpgrade(businesses)).toBe(expected);
});
