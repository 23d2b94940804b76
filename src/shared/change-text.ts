/** A change in words: '1 → 2', '2 (none before)', 'none now (was 1)'. Empty texts are values that were not there. */
export function changeText(before: string, after: string): string {
  if (before === '') return after === '' ? 'none, as before' : `${after} (none before)`;
  return after === '' ? `none now (was ${before})` : `${before} → ${after}`;
}
