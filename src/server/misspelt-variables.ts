/** Finds variables of the environment whose names look like a misspelt setting of the site. */
import { variableNames } from './env.ts';

interface Misspelt {
  name: string;
  meant: string;
}

/** Counts the letters to insert, delete, replace, or swap with their neighbor, to make one word of the other. */
function distance(one: string, other: string): number {
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

/** Short names are near to too many others: HOME is no misspelt HOST. */
const maxDistance = (name: string) => (name.length < 6 ? 1 : 2);

/** One entry for each unknown variable that is nearly the name of a known one. */
export function misspeltVariables(source: Readonly<Record<string, string | undefined>>): Misspelt[] {
  const known = new Set(variableNames);
  return Object.keys(source)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = variableNames.find((one) => {
        const isNear = Math.abs(one.length - name.length) <= 2;
        return isNear && distance(name.toUpperCase(), one) <= maxDistance(one);
      });
      return meant === undefined ? [] : [{ name, meant }];
    });
}
