import { requireUser } from '#features/accounts/server/current-user.ts';
import { readPersonCredit } from '#features/billing/server/credit.ts';
import { endSubscription } from '#features/billing/server/end-subscription.ts';
import { forgetCustomer } from '#features/billing/server/forget-customer.ts';
import { giveBackOfBanned } from '#features/billing/server/give-back-of-banned.ts';
import { handleEvent, syncStripeObject } from '#features/billing/server/handle-event-job.ts';
import { reconcileStripe, setUpStripe } from '#features/billing/server/reconcile.ts';
import { cancelClaim, chargeClaim } from '#features/claims/server/claim-jobs.ts';
import { derivePremiumJob } from '#features/premium/server/derive-premium.ts';
import { nextLink, readCursor, writeCursor } from '#server/http/keyset-cursor.ts';
import { serve } from '#server/http/serve.ts';
import * as cards from '../card-plan-contract.ts';
import { getMonthSums } from '../month-contract.ts';
import * as plans from '../plans-contract.ts';
import * as contract from '../staff-contract.ts';
import { correctCash, returnCash } from './cash-money.ts';
import { creditPerson, discountPlan, endDiscount } from './credit-and-discount.ts';
import { endCardPlan, endPlansOfBanned, keepCardPlan, settleCardPlan } from './end-card-plan.ts';
import { listFailures, replayFailure } from './failures.ts';
import { endGivenPlan, givePlan } from './given-plans.ts';
import { listGivenPlans } from './list-given-plans.ts';
import { readMonthSums } from './month-sums.ts';
import { carryOutMoneyAct, putRefusedAway } from './pending-acts.ts';
import { findPayers, readPersonMoney } from './read-person-money.ts';
import { readLastPayment, refundSubscription } from './refund-subscription.ts';
import { listSubscriptions } from './staff-subscriptions.ts';
import { takeGoneBack } from './take-gone-back.ts';

const pageSize = 50;

const jobs = [
  handleEvent,
  syncStripeObject,
  reconcileStripe,
  setUpStripe,
  chargeClaim,
  cancelClaim,
  derivePremiumJob,
  carryOutMoneyAct,
  settleCardPlan,
  endPlansOfBanned,
  endSubscription,
  giveBackOfBanned,
  forgetCustomer,
];

export const billingDeskApi = [
  serve(contract.listFailures, (_, { db }) => listFailures(db, jobs)),
  serve(contract.replayFailure, async ({ params: { id }, body: { kind } }, { db, user }) => {
    await replayFailure(db, jobs, { id, kind, actorId: requireUser(user).id });
    return { queued: true };
  }),
  serve(contract.listSubscriptions, ({ query: { state } }, { db }) => listSubscriptions(db, state)),
  serve(cards.getLastPayment, ({ params: { id } }, request) => readLastPayment(request, id)),
  serve(contract.refundSubscription, ({ params, body }, request) =>
    refundSubscription(request, {
      ...body,
      cents: body.cents,
      subscriptionId: params.id,
      actorId: requireUser(request.user).id,
    }),
  ),
  serve(contract.creditPerson, ({ params, body }, request) =>
    creditPerson(request, { ...body, subscriptionId: params.id, actorId: requireUser(request.user).id }),
  ),
  serve(contract.discountPlan, ({ params, body }, request) =>
    discountPlan(request, { ...body, subscriptionId: params.id, actorId: requireUser(request.user).id }),
  ),
  serve(contract.endDiscount, ({ params, body }, request) =>
    endDiscount(request, { ...body, subscriptionId: params.id, actorId: requireUser(request.user).id }),
  ),
  serve(cards.endCardPlan, ({ params, body }, request) =>
    endCardPlan(request, { ...body, subscriptionId: params.id, actorId: requireUser(request.user).id }),
  ),
  serve(cards.keepCardPlan, ({ params, body }, request) =>
    keepCardPlan(request, { ...body, subscriptionId: params.id, actorId: requireUser(request.user).id }),
  ),
  serve(contract.putActAway, async ({ params: { id } }, { db }) => {
    await putRefusedAway(db, id);
    return { isPutAway: true };
  }),
  serve(plans.grantPlan, ({ params, body }, request) =>
    givePlan(request, { ...body, userId: params.id, actorId: requireUser(request.user).id }),
  ),
  serve(plans.listGivenPlans, async ({ query: { state, cursor } }, { db, now, setHeader }) => {
    const rows = await listGivenPlans(db, { state, after: readCursor(cursor), limit: pageSize + 1, now: now() });
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    if (rows.length > pageSize && last) {
      const next = writeCursor({ at: new Date(last.endedAt ?? last.endsAt), id: last.id });
      setHeader('Link', nextLink(plans.listGivenPlans.path, { state, cursor: next }));
    }
    return page;
  }),
  serve(plans.endPlan, async ({ params: { id }, body }, request) => {
    await endGivenPlan(request, { ...body, id, actorId: requireUser(request.user).id });
    return { ended: true };
  }),
  serve(plans.returnCash, ({ params, body }, request) =>
    returnCash(request, params.id, { ...body, actorId: requireUser(request.user).id }),
  ),
  serve(plans.takeGoneBack, ({ params, body }, request) =>
    takeGoneBack(request, params.id, { ...body, actorId: requireUser(request.user).id }),
  ),
  serve(plans.correctCash, ({ params, body }, request) =>
    correctCash(request, params.id, { ...body, actorId: requireUser(request.user).id }),
  ),
  serve(getMonthSums, ({ params: { month } }, request) => readMonthSums(request, month)),
  serve(contract.findPayers, ({ query: { text } }, { db }) => findPayers(db, text)),
  serve(contract.getPersonCredit, ({ params: { id } }, request) => readPersonCredit(id, request)),
  serve(contract.getPersonMoney, async ({ params: { id } }, { db, env, now }) => {
    return { ...(await readPersonMoney(db, id, now())), hasTax: env.stripe?.collectsTax ?? false };
  }),
];
