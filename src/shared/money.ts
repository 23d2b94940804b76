import { formatNumber } from './numbers.ts';

/** 2900 gives '$29', 2950 gives '$29.50'. */
export function formatDollars(cents: number): string {
  const [dollars, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100];
  const sign = cents < 0 ? '-' : '';
  return `${sign}$${formatNumber(dollars)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** Tells whether dollars from a page are this many cents: 25.1 * 100 is not quite 2510. NaN is no amount. */
export const isAmount = (dollars: number, cents: number): boolean => Math.abs(dollars * 100 - cents) < 0.001;
