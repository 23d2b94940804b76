import { expect, test } from 'vitest';
import { claimWords } from './merge-words.ts';

const claim = { by: 'olga', on: 'goes', isInReview: true, ends: false } as const;

test('a claim moves along or waits on, and comes to nothing where the listing has an owner', () => {
  expect(claimWords(claim, false)).toBe(
    'olga has claimed the one that goes: that claim moves to the one that stays, and waits there for your decision.',
  );
  expect(claimWords({ ...claim, on: 'stays' }, false)).toBe(
    'olga has claimed the one that stays: that claim waits on.',
  );
  expect(claimWords(claim, true)).toBe(
    'olga has claimed the one that goes: the merged listing has an owner, so that claim comes to nothing. Please decide on it first.',
  );
  expect(claimWords({ ...claim, by: null, isInReview: false }, false)).toBe(
    'Somebody whose account is gone is at the payment page of a claim on the one that goes: it moves to the one that stays.',
  );
  expect(claimWords({ ...claim, ends: true }, false)).toBe(
    'olga has claimed the one that goes, and the other one, too: this claim ends, and nothing is charged for it.',
  );
});
