import { openClaimStatuses } from '#shared/claim-statuses.ts';
import type { Claim } from './contract.ts';

/** A claim that is decided asks nothing of its owner. One that ends, or whose first payment is open, does. */
export const isSettled = ({ status, payBy }: Pick<Claim, 'status' | 'payBy'>): boolean =>
  payBy === null && ![...openClaimStatuses, 'ending'].includes(status);
