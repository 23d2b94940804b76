import { formatNumber } from '#shared/numbers.ts';

/** ' (lines 4, 7 and others)': the lines of a file that a notice is about, of which `count` are known. '' for none. */
export function describeLines(lines: readonly number[], count: number): string {
  if (lines.length === 0) return '';
  const named = lines.map(formatNumber).join(', ');
  return ` (${lines.length === 1 ? 'line' : 'lines'} ${named}${count > lines.length ? ' and others' : ''})`;
}
