import { expect, it } from 'vitest';
import { gradeOf, readAllQuestions, readQuestion } from './search-questions.ts';

const whataburger = (address: string | null) => ({ name: 'Whataburger', address });

it('judges one branch by a part of its address, and all others by their name', () => {
  const question = readQuestion('brand|wide|whataburger on broadway|3 Whataburger @ Broadway;1 Whataburger;2 Bar|Pub');
  expect(gradeOf(question, whataburger('3130 Broadway St, San Antonio'))).toBe(3);
  expect(gradeOf(question, whataburger('2727 West Ave, San Antonio'))).toBe(1);
  expect(gradeOf(question, whataburger(null))).toBe(1);
  expect(gradeOf(question, { name: "Sparky's Pub", address: '1416 N Main Ave' })).toBe(2);
  expect(gradeOf(question, { name: "Wendy's", address: '8000 Broadway St' })).toBe(0);
});

it('counts no other branch where only the one is judged', () => {
  const question = readQuestion('place|wide|burger on blanco|3 Whataburger @ Blanco');
  expect(gradeOf(question, whataburger('14646 Blanco Rd'))).toBe(3);
  expect(gradeOf(question, whataburger('3130 Broadway St'))).toBe(0);
});

it('has a judgment for each question of each file', () => {
  const all = readAllQuestions();
  const unjudged = all.filter(({ listings, town, offer }) => listings.length + town.length === 0 && offer === null);
  expect(unjudged.map(({ text }) => text)).toEqual([]);
  expect(all.filter(({ kind, text }) => kind === '' || text === '')).toEqual([]);
});
