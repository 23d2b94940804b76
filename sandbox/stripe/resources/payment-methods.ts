import type Stripe from 'stripe';
import { changedFields } from '../engine/changed-fields.ts';
import { pageOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { attach, detach, makePaymentMethod, paymentMethodOf } from '../engine/payment-methods.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { PaymentMethod } from '../engine/wire.ts';

function update(sandbox: Sandbox, method: PaymentMethod, params: Stripe.PaymentMethodUpdateParams): PaymentMethod {
  const before = structuredClone(method);
  const { card, billing_details: billing } = params;
  if (method.card && card?.exp_month !== undefined) method.card.exp_month = card.exp_month;
  if (method.card && card?.exp_year !== undefined) method.card.exp_year = card.exp_year;
  if (billing?.name !== undefined) method.billing_details.name = billing.name || null;
  if (billing?.email !== undefined) method.billing_details.email = billing.email || null;
  method.metadata = mergeMetadata(method.metadata ?? {}, params.metadata);
  sandbox.emit('payment_method.updated', method, changedFields(before, method));
  return method;
}

export const paymentMethods: Resource = {
  routes: [
    route<Stripe.PaymentMethodCreateParams>(
      'POST',
      '/v1/payment_methods',
      ({ sandbox, params }) => {
        const method = makePaymentMethod(sandbox, params);
        method.metadata = mergeMetadata({}, params.metadata);
        return method;
      },
      { publishable: true },
    ),
    route('GET', '/v1/payment_methods/{id}', ({ sandbox, id }) => paymentMethodOf(sandbox, id, 'path')),
    route<Stripe.PaymentMethodUpdateParams>('POST', '/v1/payment_methods/{id}', ({ sandbox, id, params }) =>
      update(sandbox, sandbox.store.paymentMethods.get(id), params),
    ),
    route<{ customer: string }>('POST', '/v1/payment_methods/{id}/attach', ({ sandbox, id, params }) =>
      attach(sandbox, paymentMethodOf(sandbox, id, 'path'), sandbox.store.customers.get(params.customer, 'customer')),
    ),
    route('POST', '/v1/payment_methods/{id}/detach', ({ sandbox, id }) =>
      detach(sandbox, sandbox.store.paymentMethods.get(id)),
    ),
    route<Stripe.PaymentMethodListParams>('GET', '/v1/payment_methods', ({ sandbox, params }) =>
      pageOf(
        '/v1/payment_methods',
        sandbox.store.paymentMethods.where(
          (method) =>
            method.customer !== null &&
            (params.customer === undefined || method.customer === params.customer) &&
            (params.type === undefined || method.type === params.type),
        ),
        params,
      ),
    ),
  ],
};
