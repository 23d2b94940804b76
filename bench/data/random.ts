/** mulberry32: the same numbers for the same seed on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks an entry by its weight, in logarithmic time. */
export function weighted<T>(entries: readonly T[], weightOf: (entry: T) => number): (random: number) => T {
  let total = 0;
  const ends = entries.map((entry) => {
    total += weightOf(entry);
    return total;
  });
  return (random) => {
    const aim = random * total;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > aim) high = middle;
      else low = middle + 1;
    }
    return entries[low] as T;
  };
}
