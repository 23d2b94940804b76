/**
 * Listings are in 1,024 slices by the first bits of their `place`, each of them a fair sample, and every 16 slices in a row are a block.
 * The word index tells slices and blocks apart (migration 0019_search-in-slices).
 */

export const sliceCount = 1024;
const inBlock = 16;
const blockCount = sliceCount / inBlock;
const placesInSlice = 2 ** 43;

/** Slices of a stretch: a power of two, so that stretches never overlap and stay the same while some listings come and go. */
export function powerOfTwo(slices: number): number {
  return 2 ** Math.floor(Math.log2(Math.min(sliceCount, Math.max(1, slices))));
}

/** What the word index calls the slices from a multiple of `length` on, `length` of them, a power of two. */
export function keysOf(from: number, length: number): number[] {
  const isBlocks = length >= inBlock;
  const first = isBlocks ? from / inBlock : blockCount + from;
  return Array.from({ length: isBlocks ? length / inBlock : length }, (_, index) => first + index);
}

/** The slice that the next place after this one is in; `sliceCount` after the last place. A place may come from anybody's cursor. */
export function sliceAfter(place: number): number {
  return Math.min(sliceCount, Math.max(0, Math.floor((place + 1) / placesInSlice)));
}

/** The last place before this slice. */
export function placeBefore(slice: number): number {
  return slice * placesInSlice - 1;
}
