import type Stripe from 'stripe';
import { closeDispute } from '../engine/disputes.ts';
import { listOf } from '../engine/list.ts';
import { type Resource, route } from '../engine/resource.ts';

export const disputes: Resource = {
  routes: [
    route('GET', '/v1/disputes/{id}', ({ sandbox, id }) => sandbox.store.disputes.get(id)),
    route<Stripe.DisputeListParams>('GET', '/v1/disputes', ({ sandbox, params }) =>
      listOf(
        '/v1/disputes',
        sandbox.store.disputes,
        params,
        (dispute) =>
          (params.charge === undefined || dispute.charge === params.charge) &&
          (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
      ),
    ),
    // The account that closes a dispute accepts the loss.
    route('POST', '/v1/disputes/{id}/close', ({ sandbox, id }) =>
      closeDispute(sandbox, sandbox.store.disputes.get(id), 'lost'),
    ),
  ],
};
