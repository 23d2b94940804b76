import { formatNumber } from '#shared/numbers.ts';

/** Up to here the API counts exactly; one more means 'more than that'. */
const maxCounted = 1000;

/** '1 result', '12 results', '1,000+ results' */
export function resultCount(total: number): string {
  if (total > maxCounted) return `${formatNumber(maxCounted)}+ results`;
  return `${formatNumber(total)} ${total === 1 ? 'result' : 'results'}`;
}

/**
 * '8 results, 5 of them close matches': as many as there are cards.
 * @param closeFrom where results begin that hold only a part of the search; null: all hold the whole
 * @param isOfOne false: one of the two is of the search before, so that only the total is said
 */
export function searchCount(total: number, closeFrom: number | null, isOfOne = true): string {
  if (!isOfOne || closeFrom === null || closeFrom >= total) return resultCount(total);
  const close = total - closeFrom;
  // Nobody has counted more than that.
  if (total > maxCounted) return resultCount(total);
  const matches = close === 1 ? 'a close match' : 'close matches';
  return `${resultCount(total)}, ${closeFrom > 0 ? `${close} of them ` : total > 1 ? 'all ' : ''}${matches}`;
}

/** '1 business', '12 businesses' */
export function businessCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'business' : 'businesses'}`;
}
