import type Stripe from 'stripe';
import { invalidRequest, unexpectedState } from '../engine/errors.ts';
import { newId } from '../engine/ids.ts';
import { listOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Charge, Refund } from '../engine/wire.ts';

function chargeOf({ store }: Sandbox, params: Stripe.RefundCreateParams): Charge {
  if (params.charge !== undefined) return store.charges.get(params.charge, 'charge');
  if (params.payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = store.paymentIntents.get(params.payment_intent, 'payment_intent');
  const charge = store.charges.find(intent.latest_charge);
  if (charge && intent.status === 'succeeded') return charge;
  throw unexpectedState(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    'payment_intent_unexpected_state',
  );
}

function create(sandbox: Sandbox, params: Stripe.RefundCreateParams): Refund {
  const charge = chargeOf(sandbox, params);
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') throw invalidRequest(`Charge ${charge.id} has not been paid.`);
  if (charge.disputed && charge.failure_code === null) {
    const open = sandbox.store.disputes.where(
      (dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable,
    );
    if (open.length > 0)
      throw unexpectedState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  }
  if (left === 0) {
    throw unexpectedState(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  }
  const amount = params.amount ?? left;
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount > left) {
    throw invalidRequest(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      { param: 'amount', code: 'charge_already_refunded' },
    );
  }
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: sandbox.clock.nowFor(charge.customer),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  sandbox.store.refunds.add(refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  sandbox.emit('refund.created', refund);
  sandbox.emit('charge.refunded', charge, before);
  sandbox.emit('refund.updated', refund, {});
  return refund;
}

export const refunds: Resource = {
  routes: [
    route<Stripe.RefundCreateParams>('POST', '/v1/refunds', ({ sandbox, params }) => create(sandbox, params)),
    route('GET', '/v1/refunds/{id}', ({ sandbox, id }) => sandbox.store.refunds.get(id)),
    route<Stripe.RefundListParams>('GET', '/v1/refunds', ({ sandbox, params }) =>
      listOf(
        '/v1/refunds',
        sandbox.store.refunds,
        params,
        (refund) =>
          (params.charge === undefined || refund.charge === params.charge) &&
          (params.payment_intent === undefined || refund.payment_intent === params.payment_intent),
      ),
    ),
  ],
};
