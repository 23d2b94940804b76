import { describe, expect, it } from 'vitest';
import { keysOf, placeBefore, powerOfTwo, sliceAfter, sliceCount } from './slices.ts';
import { slicesFor } from './stretches.ts';

describe('slices', () => {
  it('cut all places into 1,024, each beginning after the last place before it', () => {
    expect(sliceAfter(-1)).toBe(0);
    for (const slice of [1, 2, 31, 1023]) {
      expect(sliceAfter(placeBefore(slice))).toBe(slice);
      expect(sliceAfter(placeBefore(slice) - 1)).toBe(slice - 1);
    }
    expect(sliceAfter(Number.MAX_SAFE_INTEGER)).toBe(sliceCount);
  });

  it('begin at the first and end after the last, whatever a cursor says', () => {
    expect(sliceAfter(-(2 ** 52))).toBe(0);
    expect(sliceAfter(2 ** 60)).toBe(sliceCount);
  });

  it.each([
    [0, 1, [64]],
    [6, 2, [70, 71]],
    [1023, 1, [1087]],
    [16, 16, [1]],
    [896, 128, [56, 57, 58, 59, 60, 61, 62, 63]],
  ])('from %i on, %i of them, are asked for by their own keys or those of their blocks', (from, length, keys) => {
    expect(keysOf(from, length)).toEqual(keys);
  });

  it.each([
    [0, 1024],
    [800, 1024],
    [801, 128],
    [3_150, 64],
    [100_000, 2],
    [1_000_000, 1],
  ])('of %i matches are read some pages at a time', (matches, count) => {
    expect(slicesFor(matches)).toBe(count);
    expect(powerOfTwo(count)).toBe(count);
  });
});
