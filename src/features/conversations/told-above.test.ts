import { expect, test } from 'vitest';
import { hasUntold } from './told-above.ts';

const asked = { kind: 'answer', from: null } as const;
const replied = { kind: 'reply', from: null } as const;

test.each([
  ['an empty talk', [], false, false],
  ['question and answer', [asked, replied], false, true],
  ['question and answer that stand above', [asked, replied], true, false],
  ['a note of a colleague below them', [asked, { kind: 'note', from: null }], true, true],
  ['a reply from another address below them', [asked, { kind: 'reply', from: 'x@example.com' }], true, true],
] as const)('%s', (_, posts, isTold, isOpen) => {
  expect(hasUntold(posts, isTold)).toBe(isOpen);
});
