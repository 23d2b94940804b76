import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generatedDocs } from './generated-docs.ts';

it.each(generatedDocs)('$file says what the code says: else run npm run docs', ({ file, write }) => {
  const text = readFileSync(file, 'utf8');
  expect(write(text)).toBe(text);
});
