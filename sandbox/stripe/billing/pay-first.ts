import { ApiError } from '../engine/errors.ts';
import { newIntent } from '../engine/intents.ts';
import { payIntent } from '../engine/pay.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer, PaymentIntent, PaymentMethod } from '../engine/wire.ts';

interface FirstPayment {
  customer: Customer;
  card: PaymentMethod | undefined;
  amount: number;
  currency: string;
}

/**
 * `error_if_incomplete`: charges first and changes the subscription afterwards. Throws Stripe's 402 when the
 * charge fails.
 */
export function payFirst(sandbox: Sandbox, { customer, card, amount, currency }: FirstPayment): PaymentIntent {
  if (!card) {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'missing',
      message: 'This customer has no attached payment source or default payment method.',
    });
  }
  const intent = newIntent(sandbox, { amount, currency, customer: customer.id, description: 'Subscription update' });
  sandbox.emit('payment_intent.created', intent);
  const result = payIntent(sandbox, intent, card, { offSession: true });
  if (result.outcome === 'declined') throw result.error;
  return intent;
}
