import { expect, it } from 'vitest';
import { switchWords } from './switch-words.ts';

const [monthly, yearly] = [
  { interval: 'monthly', cents: 2900 },
  { interval: 'yearly', cents: 29_000 },
] as const;
const until = 'Until then everything stays as it is, and nothing is charged.';

it('says what is paid, on which day, and what a year costs more or less', () => {
  const asked = { day: 'June 12, 2027', percentOff: null, hasTax: false };
  expect(switchWords({ ...asked, from: monthly, to: yearly })).toBe(
    `${until} The payment of June 12, 2027 is $290, for a year. From then on it costs $290 a year instead of $29 a month, $58 less over a year.`,
  );
  expect(switchWords({ ...asked, from: yearly, to: monthly })).toBe(
    `${until} The payment of June 12, 2027 is $29, for a month. From then on it costs $29 a month instead of $290 a year, $58 more over a year.`,
  );
});

it('takes a discount off the payment, and compares nothing that costs the same', () => {
  const to = { interval: 'yearly', cents: 34_800 } as const;
  expect(switchWords({ from: monthly, to, day: 'June 12, 2027', percentOff: 20, hasTax: false })).toBe(
    `${until} The payment of June 12, 2027 is $348, for a year, less your discount of 20 percent: $278.40. From then on it costs $348 a year instead of $29 a month.`,
  );
});

it('says that a tax comes on top of what is really paid', () => {
  const asked = { from: monthly, to: yearly, day: 'June 12, 2027', hasTax: true };
  expect(switchWords({ ...asked, percentOff: null })).toContain('is $290 plus tax, for a year. ');
  expect(switchWords({ ...asked, percentOff: 20 })).toContain(
    '$290, for a year, less your discount of 20 percent: $232 plus tax. ',
  );
});
