/** Calculates where billing periods end. */

export interface Interval {
  /** 'day', 'week', 'month' or 'year'. */
  interval: string;
  interval_count: number;
}

export const day = 86_400;

/**
 * Returns the moment `times` intervals after the anchor, in UTC. An anchor on the 31st uses the last day of a
 * shorter month and the 31st again afterwards.
 */
function boundary(anchor: number, { interval, interval_count: count }: Interval, times: number): number {
  if (interval === 'day') return anchor + times * count * day;
  if (interval === 'week') return anchor + times * count * 7 * day;
  const months = times * count * (interval === 'year' ? 12 : 1);
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1000);
}

/** The first boundary after `start`. */
export function periodEnd(anchor: number, start: number, interval: Interval): number {
  let times = 1;
  while (boundary(anchor, interval, times) <= start) times += 1;
  return boundary(anchor, interval, times);
}
