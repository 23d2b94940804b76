/** Says what the states of a subscription at Stripe mean for the site. */
import type Stripe from 'stripe';

/**
 * 'starting': the first payment is under way. 'running': Stripe goes on to charge. 'given-up': nothing was paid after the
 * last attempt, and Stripe charges no more, but the subscription is there and can be paid. 'ended': it cannot come back.
 */
type Phase = 'starting' | 'running' | 'given-up' | 'ended';

const phases: Readonly<Record<Stripe.Subscription.Status, Phase>> = {
  incomplete: 'starting',
  incomplete_expired: 'ended',
  trialing: 'running',
  active: 'running',
  past_due: 'running',
  paused: 'running',
  unpaid: 'given-up',
  canceled: 'ended',
};

const isKnown = (status: string): status is Stripe.Subscription.Status => Object.hasOwn(phases, status);
const phaseOf = (status: string): Phase | undefined => (isKnown(status) ? phases[status] : undefined);

/** Subscriptions that exist, paid or not: there is nothing to buy, but something to manage. */
export const liveStatuses: readonly string[] = Object.keys(phases).filter((status) =>
  ['running', 'given-up'].includes(phaseOf(status) ?? ''),
);

export const isLive = (status: string): boolean => liveStatuses.includes(status);

/** Stripe refuses every change to such a subscription. */
export const isEnded = (status: string): boolean => phaseOf(status) === 'ended';

/** Stripe will not charge for it by itself. */
export const chargesNoMore = (status: string): boolean => isEnded(status) || phaseOf(status) === 'given-up';
