import { expect, it } from 'vitest';
import { isFull, trailingAnswers, trailingReplies } from './in-a-row.ts';

it.each([
  ['', 0, 1],
  ['r', 0, 2],
  ['a', 1, 0],
  ['aa', 2, 0],
  ['arr', 0, 2],
  ['rraraaa', 3, 0],
])('after %j there are %i answers and %i words of the visitor in a row', (said, answers, replies) => {
  const posts = [...said].map((letter) => ({ kind: letter === 'a' ? 'answer' : 'reply' }));
  expect([trailingAnswers(posts), trailingReplies(posts)]).toEqual([answers, replies]);
});

it('is full with 200 messages, the first one counted', () => {
  expect([isFull({ length: 198 }), isFull({ length: 199 })]).toEqual([false, true]);
});
