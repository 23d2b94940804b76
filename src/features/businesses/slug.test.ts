import { expect, it } from 'vitest';
import { slugCandidates } from './slug.ts';

it('goes from short to exact', () => {
  expect(slugCandidates('Starbucks', '4821 McCullough Ave Ste 3, San Antonio, TX 78212')).toEqual([
    'starbucks',
    'starbucks-mccullough-ave',
    'starbucks-4821-mccullough-ave',
    'starbucks-4821-mccullough-ave-san-antonio',
  ]);
  expect(slugCandidates('麺屋', '')).toEqual(['business']);
});
