import { formatNumber } from '#shared/numbers.ts';

/** Up to here the API counts exactly; one more means 'more than that'. */
const maxCounted = 1000;

/** '1 result', '12 results', '1,000+ results' */
export function resultCount(total: number): string {
  if (total > maxCounted) return `${formatNumber(maxCounted)}+ results`;
  return `${formatNumber(total)} ${total === 1 ? 'result' : 'results'}`;
}

/** '1 business', '12 businesses' */
export function businessCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'business' : 'businesses'}`;
}
