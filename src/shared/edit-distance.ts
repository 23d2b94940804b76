/** Room for three rows of the table at work; searches compare some hundred words each, so it is made once. */
let rows = makeRows(64);

function makeRows(length: number) {
  return { beforeLast: new Uint16Array(length), last: new Uint16Array(length), row: new Uint16Array(length) };
}

/**
 * Counts the slips of a finger between two words: a letter missing, added, wrong, or two of them swapped. Stops counting
 * at `max` + 1.
 */
export function editDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  if (b.length >= rows.row.length) rows = makeRows(2 * b.length);
  let { beforeLast, last, row } = rows;
  for (let j = 0; j <= b.length; j += 1) last[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let minOfRow = i;
    for (let j = 1; j <= b.length; j += 1) {
      const change = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let min = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change);
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        min = Math.min(min, (beforeLast[j - 2] ?? 0) + 1);
      }
      row[j] = min;
      minOfRow = Math.min(minOfRow, min);
    }
    // No later row has less: a swap that leaps over this one costs a slip, too.
    if (minOfRow > max) return max + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length] ?? 0, max + 1);
}
