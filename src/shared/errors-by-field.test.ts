import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { errorOfList, errorsByField } from './errors-by-field.ts';

const Form = z
  .object({
    title: z.string().check(z.minLength(2, 'Too short'), z.regex(/^x/, 'Begin with x')),
    days: z.array(z.iso.date('Not a day')),
    note: z.string({ error: () => '' }),
  })
  .check(z.refine(({ days }) => days.length < 3, 'Too many days'));

const refused = (value: unknown) => {
  const result = z.safeParse(Form, value);
  return result.success ? {} : errorsByField(result.error);
};

it('keeps the first message of each value under its whole path', () => {
  expect(refused({ title: '', days: ['4th', '5th'], note: 'a' })).toEqual({
    title: 'Too short',
    'days.0': 'Not a day',
    'days.1': 'Not a day',
  });
  expect(refused({ title: 'xy', days: ['2026-07-04', '2026-07-05', '2026-07-06'], note: '' })).toEqual({
    '': 'Too many days',
  });
});

it('has words for a schema that has none', () => {
  expect(refused({ title: 'xy', days: [], note: 1 })).toEqual({ note: 'Please check this value' });
});

it('finds the message of a list or of its first refused entry', () => {
  expect(errorOfList({ 'days.1': 'Not a day', 'days.2': 'Late' }, 'days')).toBe('Not a day');
  expect(errorOfList({ 'days.1': 'Not a day', days: 'Too many' }, 'days')).toBe('Too many');
  expect(errorOfList({ day: 'Not a day' }, 'days')).toBeUndefined();
});
