import { expect, test } from 'vitest';
import { withoutLinks } from './without-links.ts';

test.each([
  ['Win at https://evil.example/x now', 'Win at https: //evil. example/x now'],
  ['www.evil.example', 'www. evil. example'],
  ['me@evil.example', 'me@evil. example'],
  ['Porch concert at 6:30 p.m., St. Mary’s', 'Porch concert at 6:30 p.m., St. Mary’s'],
])('%s becomes %s', (typed, mailed) => {
  expect(withoutLinks(typed)).toBe(mailed);
});
