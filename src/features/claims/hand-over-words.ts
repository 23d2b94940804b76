/** The price of a listing after the time that its former owner has paid for, for pages and mails (docs/product-rules.md#hand-over). */
import type { ClaimPlan } from '#features/billing/catalogue.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';
import { claimPriceCents } from './plans.ts';

/** 'a claim costs $25 a month', 'a claim is free; with Premium for this listing it costs $50 a month' */
export function costsAfter(prices: Prices, plan: ClaimPlan): string {
  const [claim, premium] = (['standard', 'premium'] as const).map((one) => claimPriceCents(prices, one));
  const withPremium = formatDollars(premium ?? 0);
  if (claim === 0) {
    return plan === 'standard'
      ? 'a claim is free'
      : `a claim is free; with Premium for this listing it costs ${withPremium} a month`;
  }
  const costs = `a claim costs ${formatDollars(claim ?? 0)} a month`;
  return plan === 'standard' ? costs : `${costs}, or ${withPremium} with Premium for this listing`;
}

/** The paid time that goes along with a listing. */
export interface PaidTime {
  until: string;
  plan: ClaimPlan;
}

interface Town {
  prices: Prices;
  timeZone: string;
}

/** For the new owner, before and after the hand-over. */
export function paidTimeWords({ until, plan }: PaidTime, { prices, timeZone }: Town): string {
  const day = formatDate(until, timeZone);
  const what = plan === 'premium' ? 'It is paid, with Premium,' : 'It is paid';
  if (claimPriceCents(prices, 'standard') === 0) {
    return `${what} until ${day}. After it ${costsAfter(prices, plan)}, and the listing stays yours.`;
  }
  return `${what} until ${day}, and you pay nothing before that day. After it ${costsAfter(prices, plan)}: your dashboard has the button to go on. If you do not, the listing has no owner after that day.`;
}
