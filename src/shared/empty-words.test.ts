import { expect, test } from 'vitest';
import { emptyWords } from './empty-words.ts';

test('says in words that fit the field what was empty and what is removed', () => {
  expect(emptyWords('phone')).toEqual({ was: 'It was empty', now: 'It is removed' });
  expect(emptyWords('place')).toEqual({ was: 'It had no pin', now: 'The pin is removed' });
  expect(emptyWords('socialLinks').now).toBe('All are removed');
});
