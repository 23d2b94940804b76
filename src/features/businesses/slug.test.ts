import { expect, it } from 'vitest';
import { slugCandidates, slugify } from './slug.ts';

it('makes readable slugs of any text', () => {
  expect(slugify("  Ben & Jerry's — Café №1 ")).toBe('ben-and-jerrys-cafe-no1');
  expect(slugify('Łódź Straße')).toBe('lodz-strasse');
  expect(slugify('麺屋')).toBe('');
  expect(slugify(`${'long '.repeat(30)}`).length).toBeLessThanOrEqual(60);
});

it('goes from short to exact', () => {
  expect(slugCandidates('Starbucks', '4821 McCullough Ave Ste 3, San Antonio, TX 78212')).toEqual([
    'starbucks',
    'starbucks-mccullough-ave',
    'starbucks-4821-mccullough-ave',
    'starbucks-4821-mccullough-ave-san-antonio',
  ]);
  expect(slugCandidates('麺屋', '')).toEqual(['business']);
});
