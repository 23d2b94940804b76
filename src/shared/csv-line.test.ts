import { expect, it } from 'vitest';
import { csvLine } from './csv-line.ts';

it('quotes where needed and disarms formulas', () => {
  expect(csvLine([12, 'a,b', 'say "hi"', '=1+1', '-5', '@x'])).toBe(`12,"a,b","say ""hi""",'=1+1,'-5,'@x\r\n`);
  for (const first of ['+', '\t', '\r', '\n']) expect(csvLine([`${first}=1+1`])).toContain(`'${first}=1+1`);
});
