import { expect, test } from 'vitest';
import { subjectOfAddress } from './subject-of-address.ts';

const [one, other] = ['01a20d46-266e-76db-b16d-258be1f8627b', '02b20d46-266e-76db-b16d-258be1f8627c'];

test.each([
  [`https://town.example/staff/businesses/${one}`, one],
  [`/staff/people/${one}?tab=money#notes`, one],
  [`/staff/businesses/${one}/edits/${other}`, other],
  [one, one],
  ['prices', 'prices'],
  ['', ''],
])('%s is about %s', (typed, id) => {
  expect(subjectOfAddress(typed)).toBe(id);
});
