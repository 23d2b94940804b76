import type { RunningPlan } from './contract.ts';

/** 'Claim: García Bakery', 'Premium for all your listings'. */
export function planTitle({ name, business }: Pick<RunningPlan, 'name' | 'business'>): string {
  return business === null ? name : `${name}: ${business}`;
}

export const cashTitle = 'Premium, paid in cash or by check';
