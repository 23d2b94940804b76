/** The same day so many months earlier, in UTC. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/** Letters of all kinds are kept for this long after their answer (docs/privacy.md). */
export const keptLetterMonths = 24;
