/** Subscriptions and invoices as time passes: renewals, ends, charge retries. */
import type { TimeDriven } from '../engine/clock.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import { type Due, earliest, timeDriven } from '../engine/time-driven.ts';
import type { Subscription } from '../engine/wire.ts';
import { collect, retryDays, subscriptionOf } from './invoices.ts';
import { currentPeriodEnd } from './new-subscription.ts';
import { day } from './periods.ts';
import { change, endSubscription, expireIncomplete, renew } from './subscriptions.ts';

/** Stripe warns three days before a trial ends. */
const warningSeconds = 3 * day;
const incompleteSeconds = 23 * 3600;

function nextOf(sandbox: Sandbox, subscription: Subscription): Due | undefined {
  const { status, cancel_at: end, trial_end: trialEnd } = subscription;
  const dues: Due[] = [];
  if (status === 'incomplete') {
    dues.push({ at: subscription.created + incompleteSeconds, run: () => expireIncomplete(sandbox, subscription) });
  }
  if (!['trialing', 'active', 'past_due', 'unpaid', 'paused'].includes(status)) return earliest(dues);
  // Comes before the renewal: when both are due at the same moment, the subscription ends and is not renewed.
  if (end !== null) dues.push({ at: end, run: () => endSubscription(sandbox, subscription, 'cancellation_requested') });
  const notes = sandbox.store.hiddenOf<{ warnedOfTrialEnd: boolean }>(subscription.id);
  if (status === 'trialing' && trialEnd !== null && !notes.warnedOfTrialEnd) {
    const run = () => {
      notes.warnedOfTrialEnd = true;
      sandbox.emit('customer.subscription.trial_will_end', subscription);
    };
    dues.push({ at: Math.max(trialEnd - warningSeconds, subscription.created), run });
  }
  if (['trialing', 'active', 'past_due'].includes(status)) {
    dues.push({ at: currentPeriodEnd(subscription), run: () => renew(sandbox, subscription) });
  }
  return earliest(dues);
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

export function subscriptionsInTime(sandbox: Sandbox): TimeDriven {
  return timeDriven((clock) =>
    earliest(
      sandbox.store.subscriptions
        .where(({ customer }) => sandbox.clock.clockOf(customer) === clock)
        .map((subscription) => nextOf(sandbox, subscription))
        .filter(isDefined),
    ),
  );
}

function giveUp(sandbox: Sandbox, subscription: Subscription): void {
  if (sandbox.afterLastRetry === 'cancel') {
    endSubscription(sandbox, subscription, 'payment_failed');
    return;
  }
  change(sandbox, subscription, () => {
    subscription.status = 'unpaid';
  });
}

/** The next charge retry of an open invoice. When the last retry fails, the subscription ends. */
export function invoicesInTime(sandbox: Sandbox): TimeDriven {
  return timeDriven((clock) =>
    earliest(
      sandbox.store.invoices
        .where(({ status, customer }) => status === 'open' && sandbox.clock.clockOf(customer) === clock)
        .flatMap((invoice): Due[] => {
          const at = invoice.next_payment_attempt;
          if (at === null) return [];
          const run = () => {
            const isLast = invoice.attempt_count >= retryDays.length;
            collect(sandbox, invoice);
            const subscription = subscriptionOf(sandbox, invoice);
            if (isLast && invoice.status === 'open' && subscription?.status === 'past_due') {
              giveUp(sandbox, subscription);
            }
          };
          return [{ at, run }];
        }),
    ),
  );
}
