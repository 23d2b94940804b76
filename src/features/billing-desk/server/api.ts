import { requireUser } from '#features/accounts/server/current-user.ts';
import { endSubscription } from '#features/billing/server/end-subscription.ts';
import { forgetCustomer } from '#features/billing/server/forget-customer.ts';
import { handleEvent, syncStripeObject } from '#features/billing/server/handle-event-job.ts';
import { reconcileStripe, setUpStripe } from '#features/billing/server/reconcile.ts';
import { cancelClaim, chargeClaim } from '#features/claims/server/claim-jobs.ts';
import { derivePremiumJob } from '#features/premium/server/derive-premium.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from '../staff-contract.ts';
import { listFailures, replayFailure } from './failures.ts';
import { listSubscriptions, refundSubscription } from './staff-subscriptions.ts';

const jobs = [
  handleEvent,
  syncStripeObject,
  reconcileStripe,
  setUpStripe,
  chargeClaim,
  cancelClaim,
  derivePremiumJob,
  endSubscription,
  forgetCustomer,
];

export const billingDeskApi = [
  serve(contract.listFailures, (_, { db }) => listFailures(db, jobs)),
  serve(contract.replayFailure, async ({ params: { id }, body: { kind } }, { db, user }) => {
    await replayFailure(db, jobs, { id, kind, actorId: requireUser(user).id });
    return { queued: true };
  }),
  serve(contract.listSubscriptions, ({ query: { state } }, { db }) => listSubscriptions(db, state)),
  serve(contract.refundSubscription, ({ params: { id }, body: { reason } }, request) =>
    refundSubscription(request, { id, reason, actorId: requireUser(request.user).id }),
  ),
];
