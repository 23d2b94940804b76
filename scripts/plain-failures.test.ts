/** A failure is told in a plain sentence with what to do; some short texts are fixed (docs/product-rules.md#calls). */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const fixed = new Set([
  ...['CSRF token', 'events', 'businesses', 'business', 'articles', 'article'].map((what) => `Failed to fetch ${what}`),
  ...['create account', 'log in', 'logout', 'subscribe'].map((what) => `Failed to ${what}`),
  ...['create business', 'update business', 'create checkout session'].map((what) => `Failed to ${what}`),
]);

test('no page says "Failed to …" but for the fixed texts', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(1000);
  const told = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/Failed to [^'"`<.]+/g)].map(([text]) => ({ file, text })),
  );
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter(({ text }) => !fixed.has(text))).toEqual([]);
});
