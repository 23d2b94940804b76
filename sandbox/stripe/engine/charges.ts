import { createHash } from 'node:crypto';
import type { Decline } from './cards.ts';
import { newId } from './ids.ts';
import type { Sandbox } from './sandbox.ts';
import type { Charge, PaymentIntent, PaymentMethod } from './wire.ts';

interface Attempt {
  intent: PaymentIntent;
  method: PaymentMethod;
  /** The cardholder confirmed the payment. */
  confirmed?: boolean;
  /** Why the bank declined; undefined when the charge succeeded. */
  decline?: Decline;
}

/** Stores one attempt to charge a card. The caller emits the events. */
export function makeCharge(sandbox: Sandbox, { intent, method, confirmed = false, decline }: Attempt): Charge {
  const id = newId('ch');
  const paid = decline === undefined;
  const { card } = method;
  if (!card) throw new Error(`Payment method ${method.id} is not a card`);
  return sandbox.store.charges.add({
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId('txn') : null,
    billing_details: structuredClone(method.billing_details),
    calculated_statement_descriptor: 'SANDBOX',
    captured: paid,
    created: sandbox.clock.nowFor(intent.customer),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: paid ? intent.amount : null,
        authorization_code: paid ? createHash('sha256').update(id).digest('hex').slice(0, 6).toUpperCase() : null,
        brand: card.brand,
        checks: structuredClone(card.checks),
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        ...(card.fingerprint == null ? {} : { fingerprint: card.fingerprint }),
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: card.regulated_status,
        three_d_secure: confirmed
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: newId('tds'),
              version: '2.2.0',
            }
          : null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: paid ? `${sandbox.origin}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  });
}
