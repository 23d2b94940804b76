/** Bytes or text in pieces, as they arrive. */
type Pieces<T> = AsyncIterable<T>;

/**
 * Returns the first `length` (or everything, if less) in one piece, and the whole stream from the beginning.
 * `join` puts pieces together.
 */
export async function peek<T extends { length: number }>(
  pieces: Pieces<T>,
  length: number,
  join: (pieces: T[]) => T,
): Promise<{ head: T; all: Pieces<T> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first: T[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done) break;
    first.push(next.value);
    size += next.value.length;
  }
  const head = join(first);
  async function* all() {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head, all: all() };
}
