import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { schemaLike } from './schema-like.ts';

const sample = { name: 'Food', note: null, weight: 1, hours: [{ days: 'Mon', isOpen: true }] };

test.each([
  [{ ...sample, name: 'x', note: 'a note', hours: [] }, true],
  [{ ...sample, later: 'more than today’s form has' }, true],
  [{ ...sample, name: null }, true],
  [{ ...sample, name: 1 }, false],
  [{ ...sample, hours: 'always' }, false],
  [{ ...sample, hours: [{ days: 'Mon' }, 7] }, false],
  [{ name: 'x' }, false],
  [['x'], false],
  [null, false],
])('%j has the shape of today’s form: %s', (kept, answer) => {
  expect(z.safeParse(schemaLike(sample), kept).success).toBe(answer);
});

test('takes a member of a list for what any of its members is', () => {
  const schema = schemaLike([
    { name: 'a', text: 'b' },
    { name: 'c', text: null, picture: { src: '/d' } },
    { name: 'e', text: 'f', picture: 'g' },
  ]);
  const fits = (value: unknown) => z.safeParse(schema, value).success;
  expect(fits([{ name: 'new', text: null }])).toBe(true);
  expect(fits([{ name: 'new', text: 'x', picture: 'y' }])).toBe(true);
  expect(fits([{ name: null, text: 'x' }])).toBe(true);
  expect(fits([{ name: 7, text: 'x' }])).toBe(false);
  expect(fits([{ name: 'new', text: 1 }])).toBe(false);
});
