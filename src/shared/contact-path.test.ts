import { expect, it } from 'vitest';
import { contactPath, contactSubject, readContactReason } from './contact-path.ts';

it('names listing and reason in the address', () => {
  expect(contactPath('acorn-cafe')).toBe('/contact?about=acorn-cafe');
  expect(contactPath('a&b', 'ownership')).toBe('/contact?about=a%26b&reason=ownership');
});

it.each([null, '', 'toString', '<b>', 'constructor'])('takes the unknown reason %j for none', (given) => {
  expect(readContactReason(given)).toBe('listing');
});

it('makes a subject that the form takes', () => {
  expect(contactSubject('Acorn Café', readContactReason('ownership'))).toBe('The owner of Acorn Café');
  expect(contactSubject('x'.repeat(200), 'hidden')).toHaveLength(150);
});
