import { expect, it } from 'vitest';
import { asTemplate } from './as-template.ts';

const bo = { name: 'Bo', business: 'Fig & Ladder (north)' };
const greeting = 'Hello {name}, {business} is open on Sundays.';

it.each([
  ['a chosen answer as it was', 'Hello Bo, Fig & Ladder (north) is open on Sundays.', [greeting], greeting],
  [
    'a chosen answer with words before, inside and after',
    'Good day. Hello Bo, Fig & Ladder (north) is open on most Sundays, Bo.',
    [greeting],
    'Good day. Hello {{name}}, {{business}} is open on most Sundays, {{name}}.',
  ],
  ['own words, with a name that may be a word', 'Bo Street is closed, Bo.', [], 'Bo Street is closed, Bo.'],
  ['a chosen answer without variables', 'Yes, Bo.', ['Yes'], 'Yes, Bo.'],
  ['a variable that was typed', 'Hello {name}.', [], 'Hello {name}.'],
  ['a name inside a longer word', 'Hello Bo, see Bodega.', ['Hello {name}, see Bodega.'], 'Hello {name}, see Bodega.'],
])('keeps %s', (_, written, chosen, saved) => {
  expect(asTemplate(written, bo, chosen)).toBe(saved);
});

it('leaves no full name of a visitor in what the next one reads', () => {
  const names = { name: 'Zoë $& Lane', business: 'Fig' };
  expect(asTemplate('Dear Zoë $& Lane, thank you.', names, [])).toBe('Dear {{name}}, thank you.');
});
