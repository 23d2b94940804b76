import { expect, it } from 'vitest';
import { generateBusinesses } from './businesses.ts';

it('makes the same businesses each time, and the same first ones in any number', () => {
  const few = [...generateBusinesses(50)];
  expect([...generateBusinesses(200)].slice(0, 50)).toEqual(few);
  expect([...generateBusinesses(50, 2)]).not.toEqual(few);
});

it('makes rows that a database takes: ids and slugs differ, nearly all are approved', () => {
  const rows = [...generateBusinesses(5_000)];
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5_000);
  expect(new Set(rows.map(({ slug }) => slug)).size).toBe(5_000);
  for (const { id, slug } of rows) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  }
  const share = (matches: number) => matches / rows.length;
  expect(share(rows.filter(({ status }) => status === 'approved').length)).toBeCloseTo(0.95, 1);
  expect(share(rows.filter(({ isPremium }) => isPremium).length)).toBeCloseTo(0.028, 1);
});
