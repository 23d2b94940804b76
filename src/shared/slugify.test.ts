import { expect, it } from 'vitest';
import { slugify } from './slugify.ts';

it('makes readable slugs of any text', () => {
  expect(slugify("  Ben & Jerry's — Café №1 ")).toBe('ben-and-jerrys-cafe-no1');
  expect(slugify('Łódź Straße')).toBe('lodz-strasse');
  expect(slugify('麺屋')).toBe('');
  expect(slugify(`${'long '.repeat(30)}`).length).toBeLessThanOrEqual(60);
});
