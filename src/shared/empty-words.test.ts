import { expect, test } from 'vitest';
import { emptyWords } from './empty-words.ts';

test('says in words that fit the field what was empty and what is removed', () => {
  expect(emptyWords('phone')).toEqual({ was: 'It was empty', now: 'It is removed', wanted: 'Remove it' });
  expect(emptyWords('place')).toEqual({ was: 'It had no pin', now: 'The pin is removed', wanted: 'Remove the pin' });
  expect(emptyWords('socialLinks').now).toBe('All are removed');
});
