import { expect, test } from 'vitest';
import { duplicateStart, isOfOwnTwin, reasonParts } from './reason-parts.ts';

const site = 'https://oakbend.example';

test("lines are paragraphs, and this site's addresses say what they are for", () => {
  const text = `It is in the directory already: Figs, 12 Oak, ${site}/business/figs\nYou can claim it: ${site}/claim-business?business=figs.`;
  expect(reasonParts(text, site)).toEqual([
    ['It is in the directory already: Figs, 12 Oak, ', { href: '/business/figs', label: 'View it' }],
    ['You can claim it: ', { href: '/claim-business?business=figs', label: 'Claim it' }, '.'],
  ]);
});

test('other addresses are links as well, and nothing else is', () => {
  expect(reasonParts('See (https://example.com/a?b=1), not javascript:alert(1)\n\nBye', site)).toEqual([
    ['See (', { href: 'https://example.com/a?b=1', label: 'example.com/a?b=1' }, '), not javascript:alert(1)'],
    ['Bye'],
  ]);
  expect(reasonParts('https://oakbend.example.evil.example/business/x', site)).toEqual([
    [
      {
        href: 'https://oakbend.example.evil.example/business/x',
        label: 'oakbend.example.evil.example/business/x',
      },
    ],
  ]);
});

test('a listing that was refused as a duplicate knows when the other one is its own', () => {
  const reason = `${duplicateStart}Figs, 12 Oak, ${site}/business/figs\nIt has an owner already.`;
  const figs = { slug: 'figs', status: 'approved', isOwner: true };
  expect(isOfOwnTwin(reason, [figs])).toBe(true);
  for (const other of [
    { ...figs, slug: 'figs-2' },
    { ...figs, isOwner: false },
    { ...figs, status: 'rejected' },
  ]) {
    expect(isOfOwnTwin(reason, [other])).toBe(false);
  }
  expect(isOfOwnTwin(`Too close to ${site}/business/figs`, [figs])).toBe(false);
});
