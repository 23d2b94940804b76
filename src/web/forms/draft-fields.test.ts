import { expect, test } from 'vitest';
import { clashErrors, mergeFields } from './draft-fields.ts';

const base = { name: 'Figs', phone: '1', website: '', hours: [9] };

test('takes over what only the other changed, keeps what was typed, and names what both changed', () => {
  const mine = { ...base, phone: '2', website: 'https://figs.example.com', hours: [9] };
  const theirs = { ...base, phone: '3', name: 'Figs & Co', website: 'https://figs.example.com', hours: [10] };
  expect(mergeFields(base, mine, theirs)).toEqual({
    fields: { ...mine, name: 'Figs & Co', hours: [10] },
    clashes: ['phone'],
  });
});

test('says under a field that both changed what it says now', () => {
  expect(clashErrors(['phone', 'website', 'hours'], { ...base, phone: '3' })).toEqual({
    phone: 'It now says: 3',
    website: 'It is empty now',
    hours: 'This was changed meanwhile, too. What you typed is kept.',
  });
});
