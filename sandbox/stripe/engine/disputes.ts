/** Disputes: a cardholder tells the bank that a charge was wrong. */
import { invalidRequest } from './errors.ts';
import { newId } from './ids.ts';
import type { Sandbox } from './sandbox.ts';
import type { Charge, Dispute } from './wire.ts';

export type DisputeEnd = 'won' | 'lost' | 'warning_closed';

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

const daysToAnswer = 20;

/**
 * Opens a dispute, which takes the money back, or an inquiry, which does not yet. Throws when the charge
 * cannot be disputed.
 */
export function openDispute(sandbox: Sandbox, charge: Charge, kind: 'fraudulent' | 'inquiry' = 'fraudulent'): Dispute {
  if (charge.status !== 'succeeded') throw invalidRequest('Only a charge that succeeded can be disputed.');
  if (charge.disputed) throw invalidRequest('This charge is disputed already.');
  const created = sandbox.clock.nowFor(charge.customer);
  const dispute = sandbox.store.disputes.add({
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: structuredClone(noEvidence),
    evidence_details: {
      due_by: created + daysToAnswer * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: kind === 'inquiry' ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: kind === 'inquiry' ? 'general' : 'fraudulent',
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  });
  charge.disputed = true;
  sandbox.emit('charge.dispute.created', dispute);
  if (kind !== 'inquiry') sandbox.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Closes a dispute with the bank's decision. Throws when it is closed already. */
export function closeDispute(sandbox: Sandbox, dispute: Dispute, end: DisputeEnd): Dispute {
  if (!/needs_response|under_review/.test(dispute.status)) {
    throw invalidRequest('This dispute is already closed.');
  }
  const { status } = dispute;
  dispute.status = end;
  sandbox.emit('charge.dispute.closed', dispute, { status });
  if (end === 'won') sandbox.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}
