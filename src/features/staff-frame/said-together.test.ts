import { expect, it } from 'vitest';
import { saidTogether } from './said-together.ts';

it('says each refusal once, and no more than three', () => {
  const said = (...whys: string[]) => saidTogether(whys.map((why) => ({ why })));
  expect(said('amy closed this just now.', 'amy closed this just now.')).toBe('amy closed this just now.');
  expect(said('A.', 'B.', 'C.')).toBe('A. B. C.');
  expect(said('A.', 'B.', 'C.', 'D.', 'E.')).toBe('A. B. C. And 2 more.');
});
