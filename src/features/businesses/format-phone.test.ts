import { expect, it } from 'vitest';
import { formatPhone } from './format-phone.ts';

it.each([
  ['210-555-0100', '(210) 555-0100'],
  ['+1 210 555 0100', '(210) 555-0100'],
  ['(210) 555-0100 x12', '(210) 555-0100 ext. 12'],
  ['+44 20  7946 0958', '+44 20 7946 0958'],
  ['911', null],
  ['call us', null],
])('%s is %s', (text, expected) => expect(formatPhone(text)).toBe(expected));
