import { expect, test } from 'vitest';
import { withoutLinks } from './without-links.ts';

test.each([
  ['Win at https://evil.example/x now', 'Win at https: //evil. example/x now'],
  ['https://me:pw@evil.example', 'https: //me:pw@evil. example'],
  ['www.evil.example', 'www. evil. example'],
  ['me@evil.example', 'me@evil. example'],
  ['evil.com', 'evil. com'],
  ['Go to EVIL.Com/free, now', 'Go to EVIL. Com/free, now'],
  ['shop.evil.co.uk', 'shop. evil. co. uk'],
  ['(evil.com)', '(evil. com)'],
  ['evil.com.', 'evil. com.'],
  ['..evil.com', '..evil. com'],
  ['-evil.com-', '-evil. com-'],
  ['evil.com_', 'evil. com_'],
  ['my_shop.com', 'my_shop. com'],
  ['пример.рф', 'пример. рф'],
  ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd. xn--p1ai'],
])('%s reads as an address and becomes %s', (typed, mailed) => {
  expect(withoutLinks(typed)).toBe(mailed);
  expect(withoutLinks(mailed), 'done twice').toBe(mailed);
});

test.each([
  'rosa.delgado',
  'Hello rosa.delgado,',
  'maria.de.la.cruz',
  'j.r.smith',
  'A.B. Clark & Co.',
  'We are open.The back door, too',
  'Porch concert at 6:30 p.m., St. Mary’s',
  '$4.50 or 1.5.2',
  'and so on...',
])('%s stays as it is', (typed) => {
  expect(withoutLinks(typed)).toBe(typed);
});
