import { expect, test } from 'vitest';
import { laterClass } from './later.ts';

test('the first entries are laid out at once, the others some at a time, and all that are left in the fifth step', () => {
  const classes = Array.from({ length: 30 }, (_, place) => laterClass(place, { atOnce: 2, each: 4 }));
  expect(classes.slice(0, 2)).toEqual([undefined, undefined]);
  for (const step of [1, 2, 3, 4]) expect(classes.filter((each) => each === `later-${step}`)).toHaveLength(4);
  expect(classes.slice(18)).toEqual(Array(12).fill('later-5'));
});
