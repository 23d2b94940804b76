/** Tells which plans by card staff may let end, or go on. */
import type { StaffSubscription } from './staff-contract.ts';

type Plan = Pick<StaffSubscription, 'status' | 'endsAt' | 'isSample' | 'isHandedOver' | 'paidThrough' | 'failedAt'>;

const isOwn = ({ status, isSample, isHandedOver, paidThrough, failedAt }: Plan) =>
  !isSample &&
  !isHandedOver &&
  ['active', 'past_due', 'unpaid', 'trialing'].includes(status) &&
  (paidThrough !== null || failedAt !== null);

/** It is paid for, or was to be, and goes on. */
export const canEnd = (plan: Plan): boolean => isOwn(plan) && plan.endsAt === null;

/** It is to end with its paid time. */
export const canGoOn = (plan: Plan): boolean => isOwn(plan) && plan.endsAt !== null;
