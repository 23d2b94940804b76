import { formatNumber } from '#shared/numbers.ts';
import type { AdState } from './staff-contract.ts';

interface Schedule {
  active: boolean;
  startsOn: string | null;
  endsOn: string | null;
}

/** @param today '2026-07-04' in the city; first and last day are both part of it */
export function adState({ active, startsOn, endsOn }: Schedule, today: string): AdState {
  if (endsOn !== null && endsOn < today) return 'ended';
  if (!active) return 'paused';
  return startsOn !== null && startsOn > today ? 'planned' : 'running';
}

/** '4.2 %'; null while nobody has seen it. */
export function clickRate({ views, clicks }: { views: number; clicks: number }): string | null {
  return views === 0 ? null : `${((clicks / views) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;
}

/** '1 view', '1,200 views' */
export const countText = (count: number, what: 'view' | 'click') =>
  `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;

/**
 * The banner whose turn it is comes first: in every run of as many minutes as the weights add up to, each has as many as
 * it weighs. One page is the same for everybody, so turns go by the clock and not by the visitor.
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
