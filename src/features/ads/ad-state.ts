import { formatNumber } from '#shared/numbers.ts';
import type { AdState } from './staff-contract.ts';

interface Schedule {
  active: boolean;
  startsOn: string | null;
  endsOn: string | null;
}

/** @param today '2026-07-04' in the city; the first and the last day are included */
export function adState({ active, startsOn, endsOn }: Schedule, today: string): AdState {
  if (endsOn !== null && endsOn < today) return 'ended';
  if (!active) return 'paused';
  return startsOn !== null && startsOn > today ? 'planned' : 'running';
}

/** '4.2 %'; null when nobody has seen the ad. */
export function clickRate({ views, clicks }: { views: number; clicks: number }): string | null {
  return views === 0 ? null : `${((clicks / views) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;
}

/** '1 view', '1,200 views' */
export const countText = (count: number, what: 'view' | 'click') =>
  `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;

/**
 * Puts the banner whose turn it is first. In a cycle of as many minutes as the weights add up to, each banner
 * has as many minutes as its weight. Turns follow the clock, not the visitor, because a stored page is the
 * same for everybody.
 */
export function bannerOfMinute<T extends { weight: number }>(banners: readonly T[], minute: number): T[] {
  const total = banners.reduce((sum, { weight }) => sum + weight, 0);
  let place = total === 0 ? 0 : minute % total;
  const at = banners.findIndex(({ weight }) => {
    place -= weight;
    return place < 0;
  });
  return at <= 0 ? [...banners] : [...banners.slice(at), ...banners.slice(0, at)];
}
