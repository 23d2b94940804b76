/** Refunds that a bank turns down after Stripe has made them. */
import { invalidRequest } from './errors.ts';
import { newId } from './ids.ts';
import type { Sandbox } from './sandbox.ts';
import type { Refund } from './wire.ts';

/** The money is Stripe's again, and the charge counts it as not given back. Throws when the refund has failed already. */
export function failRefund(sandbox: Sandbox, refund: Refund, reason = 'expired_or_canceled_card'): Refund {
  if (refund.status === 'failed') throw invalidRequest('This refund has failed already.');
  const { status } = refund;
  refund.status = 'failed';
  refund.failure_reason = reason;
  refund.failure_balance_transaction = newId('txn');
  const charge = sandbox.store.charges.find(refund.charge);
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  sandbox.emit('refund.updated', refund, { status });
  sandbox.emit('refund.failed', refund);
  return refund;
}
