import type Stripe from 'stripe';
import { listOf } from '../engine/list.ts';
import { type Resource, route } from '../engine/resource.ts';

export const charges: Resource = {
  routes: [
    route('GET', '/v1/charges/{id}', ({ sandbox, id }) => sandbox.store.charges.get(id)),
    route<Stripe.ChargeListParams>('GET', '/v1/charges', ({ sandbox, params }) =>
      listOf(
        '/v1/charges',
        sandbox.store.charges,
        params,
        (charge) =>
          (params.customer === undefined || charge.customer === params.customer) &&
          (params.payment_intent === undefined || charge.payment_intent === params.payment_intent),
      ),
    ),
  ],
  includes: ({ store }) => ({
    charge: {
      refunds: ({ id }: { id: string }) => ({
        object: 'list',
        data: store.refunds.where((refund) => refund.charge === id).toReversed(),
        has_more: false,
        url: `/v1/charges/${id}/refunds`,
      }),
    },
  }),
};
