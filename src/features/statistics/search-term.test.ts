import { expect, it } from 'vitest';
import { searchTerm } from './search-term.ts';

it.each([
  ['  Tacos ', 'tacos'],
  ['Coffee \n near  me', 'coffee near me'],
  ['CAFÉ', 'café'],
  ['24 hour vet', '24 hour vet'],
  ['x', null],
  ['1234', null],
  ['ada@example.com', null],
  ['call 210 555 0100', null],
  ['https://evil.example', null],
  ['why does my neighbor at number nine sing all night long', null],
])('%j is counted as %j', (text, term) => expect(searchTerm(text)).toBe(term));
