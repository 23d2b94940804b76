import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { dayMs } from '#shared/times.ts';

type PremiumPrices = Pick<Prices, 'premiumMonth' | 'premiumYear'>;

interface Period {
  from: string;
  lastDay: string;
}

/**
 * Asks about a sum in cash that is more than twice or less than half of what Premium costs by the month or by the year; null for all others. A slip
 * of the comma looks so.
 * @param period the days that it pays for; without it, a month or a year
 */
export function cashDoubt(cents: number, prices: PremiumPrices, period?: Period): string | null {
  const { premiumMonth, premiumYear } = prices;
  const days = period && Math.round((Date.parse(period.lastDay) - Date.parse(period.from)) / dayMs) + 1;
  const low = days ? (premiumYear * days) / 365 : premiumMonth;
  const high = days ? Math.max(premiumMonth, (12 * premiumMonth * days) / 365) : premiumYear;
  if (cents <= 2 * high && 2 * cents >= low) return null;
  return `Is ${formatDollars(cents)} right? Premium costs ${formatDollars(premiumYear)} a year, ${formatDollars(premiumMonth)} a month.`;
}
