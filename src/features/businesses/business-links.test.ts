import { expect, test } from 'vitest';
import { mapLink } from './business-links.ts';
import { phoneError, phoneHint, phoneLink } from './phone-link.ts';

test.each([
  ['210-555-0110', 'tel:+12105550110'],
  ['(210) 555-0110 ext. 12', 'tel:+12105550110;ext=12'],
  ['1 210 555 0110', 'tel:+12105550110'],
  ['+49 30 1234567', 'tel:+49301234567'],
  ['311', 'tel:311'],
  ['by appointment', null],
])('%j is called as %j', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});

test.each([
  ['call me maybe', 'This has no number to call, so it will not be shown.'],
  ['---', 'This has no number to call, so it will not be shown.'],
  ['12', 'This is short for a telephone number: is it whole?'],
  ['555 01', 'This is short for a telephone number: is it whole?'],
  ['210 555 01', 'This is short for a telephone number: is it whole?'],
  ['+49 30 1234', ''],
  ['311', ''],
  ['555-0110', ''],
  ['(210) 555-0110', ''],
  ['(210) 555-0110 ext. 4', ''],
  // Somebody has only begun to type.
  ['+', ''],
  ['', ''],
])('beside %j the form says %j', (phone, hint) => {
  expect(phoneHint(phone)).toBe(hint);
});

test.each(['abc', 'xyz 12', '---'])('a form that is sent asks for a number in place of %j', (phone) => {
  expect(phoneError(phone)).toEqual({ phone: 'Please enter a number to call, or leave the phone empty' });
});

test.each(['', '  ', '311', '(210) 555-0110', '1-800-FLOWERS'])('a form that is sent takes %j as a phone', (phone) => {
  expect(phoneError(phone)).toEqual({});
});

test('a map is asked for name and address, or for name and town', () => {
  const query = (link: string) => new URL(link).searchParams.get('query');
  expect(query(mapLink({ name: 'Fig & Ladder', address: '4405 McCullough Ave' }, 'Oak Bend, TX'))).toBe(
    'Fig & Ladder, 4405 McCullough Ave',
  );
  expect(query(mapLink({ name: 'Fig & Ladder', address: null }, 'Oak Bend, TX'))).toBe('Fig & Ladder, Oak Bend, TX');
});
