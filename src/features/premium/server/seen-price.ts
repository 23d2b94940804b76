import { centsOf, type UpgradeInterval, upgradePriceKey } from '#features/billing/catalogue.ts';
import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { Problem } from '#shared/problem.ts';

export interface UpgradeWish {
  interval: UpgradeInterval;
  /** The price on the page on which the person chose; undefined when the caller does not say. */
  amountCents?: number | undefined;
}

/** @throws Problem 'bad_request' when the page was opened before the price changed */
export function requireSeenPrice({ interval, amountCents }: UpgradeWish, prices: Prices): void {
  const cents = centsOf(prices, upgradePriceKey[interval]);
  if (amountCents === undefined || amountCents === cents) return;
  const costs = `${formatDollars(cents)} a ${interval === 'monthly' ? 'month' : 'year'}`;
  throw new Problem('bad_request', `Premium costs ${costs} now. Please reload the page and choose again.`);
}
