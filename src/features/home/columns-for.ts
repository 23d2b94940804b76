/**
 * Chooses the number of columns in which `count` cards fill their rows best: none left over, or else a last row that is as full as
 * possible. The first of `choices` wins among equals.
 */
export function columnsFor<const N extends number>(count: number, choices: readonly [N, ...N[]]): N {
  const fullness = (columns: number) => (count % columns === 0 ? 1 : (count % columns) / columns);
  return choices.reduce((best, columns) => (fullness(columns) > fullness(best) ? columns : best));
}
