/** Counts the letters to insert, delete, replace, or swap with their neighbor, to make one word of the other. */
export function letterDistance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at]);
  for (let column = 1; column <= other.length; column++) (rows[0] as number[])[column] = column;
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let count = Math.min(cell(row - 1, column) + 1, cell(row, column - 1) + 1);
      count = Math.min(count, cell(row - 1, column - 1) + (isSame ? 0 : 1));
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) count = Math.min(count, cell(row - 2, column - 2) + 1);
      (rows[row] as number[])[column] = count;
    }
  }
  return cell(one.length, other.length);
}

/** The known word that a misspelt one is probably meant to be, whatever its capitals and signs; undefined when none is near. */
export function nearestWord(word: string, known: readonly string[], maxDistance = 2): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9/]/g, '');
  const near = known
    .map((one) => ({ one, letters: letterDistance(plain(word), plain(one)) }))
    .filter(({ letters }) => letters <= maxDistance)
    .toSorted((a, b) => a.letters - b.letters);
  return near[0]?.one;
}
