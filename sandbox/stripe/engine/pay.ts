/** Charges a card for a payment intent: the core of every payment. */

import { type Decline, declineFor } from './cards.ts';
import { makeCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { ApiError, docUrl, unexpectedState } from './errors.ts';
import { newId } from './ids.ts';
import { cardOf, isConfirmed, markConfirmed, paymentMethodOf } from './payment-methods.ts';
import type { Sandbox } from './sandbox.ts';
import type { Charge, PaymentIntent, PaymentMethod } from './wire.ts';

export type PayOutcome =
  | { outcome: 'succeeded'; charge: Charge }
  /** The cardholder has to confirm on the page that `intent.next_action` names. */
  | { outcome: 'requires_action' }
  /** The intent waits for another card; `error` is Stripe's 402 for the caller. */
  | { outcome: 'declined'; error: ApiError };

interface PayOptions {
  /** Nobody is present who could confirm, as at a renewal. */
  offSession?: boolean;
  /** Where the confirmation page leads back to. */
  returnUrl?: string | undefined;
}

interface IntentNotes {
  offSession: boolean;
}

/** The address where the cardholder confirms the payment. */
export function challengeUrl(sandbox: Sandbox, intent: PaymentIntent): string {
  return `${sandbox.origin}/3ds/${intent.id}?secret=${encodeURIComponent(intent.client_secret ?? '')}`;
}

/** Charges the card for the intent and emits all events. The intent must be unpaid and not canceled. */
export function payIntent(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  { offSession = false, returnUrl }: PayOptions = {},
): PayOutcome {
  intent.payment_method = method.id;
  intent.next_action = null;
  sandbox.store.hiddenOf<IntentNotes>(intent.id).offSession = offSession;
  const card = cardOf(sandbox, method);
  const forced = sandbox.faults.declineNextCharge;
  if (forced !== undefined) {
    sandbox.faults.declineNextCharge = undefined;
    return decline(sandbox, intent, method, declineFor(forced));
  }
  if (card.declines) return decline(sandbox, intent, method, card.declines);
  const mustConfirm = card.challenge === 'always' || (card.challenge === 'once' && !isConfirmed(sandbox, method));
  if (mustConfirm && offSession) return decline(sandbox, intent, method, declineFor('authentication_required'));
  if (mustConfirm) {
    const url = challengeUrl(sandbox, intent);
    intent.status = 'requires_action';
    intent.next_action =
      returnUrl === undefined
        ? {
            type: 'use_stripe_sdk',
            use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: newId('payatt') },
          }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
    sandbox.emit('payment_intent.requires_action', intent);
    return { outcome: 'requires_action' };
  }
  return askBank(sandbox, intent, method);
}

/** The cardholder has confirmed, or refused to. Throws when the intent does not wait for a confirmation. */
export function finishChallenge(sandbox: Sandbox, intent: PaymentIntent, passed: boolean): PayOutcome {
  if (intent.status !== 'requires_action') {
    throw unexpectedState('This payment does not wait for a confirmation.', 'payment_intent_unexpected_state');
  }
  const method = paymentMethodOf(sandbox, intent.payment_method ?? '');
  intent.next_action = null;
  if (!passed) {
    return refuse(sandbox, intent, method, {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
  }
  markConfirmed(sandbox, method);
  return askBank(sandbox, intent, method, true);
}

function askBank(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, confirmed = false): PayOutcome {
  const card = cardOf(sandbox, method);
  const reason = card.declinesCharges ?? card.declinesAfterChallenge;
  if (reason) return decline(sandbox, intent, method, reason);

  const charge = makeCharge(sandbox, { intent, method, confirmed });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  sandbox.emit('charge.succeeded', charge);
  const customer = sandbox.store.customers.find(intent.customer);
  if (customer && intent.setup_future_usage && method.customer === null) {
    method.customer = customer.id;
    sandbox.emit('payment_method.attached', method);
  }
  sandbox.emit('payment_intent.succeeded', intent);
  sandbox.intentSettled(intent, 'succeeded');
  if (card.dispute) openDispute(sandbox, charge, card.dispute);
  return { outcome: 'succeeded', charge };
}

/** The bank declined: stores the failed charge and updates the intent. */
function decline(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, reason: Decline): PayOutcome {
  const charge = makeCharge(sandbox, { intent, method, decline: reason });
  intent.latest_charge = charge.id;
  sandbox.emit('charge.failed', charge);
  return refuse(sandbox, intent, method, reason, charge);
}

function refuse(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  reason: Decline,
  charge?: Charge,
): PayOutcome {
  const isCardError = charge !== undefined;
  const failure = {
    ...(charge ? { charge: charge.id } : {}),
    code: reason.code,
    ...(reason.decline_code === undefined ? {} : { decline_code: reason.decline_code }),
    doc_url: docUrl(reason.code),
    message: reason.message,
    payment_method: structuredClone(method),
  };
  const type = isCardError ? 'card_error' : 'invalid_request_error';
  // The type is Stripe's long list of codes; the table of cards holds them as plain text.
  intent.last_payment_error = { ...failure, type } as NonNullable<PaymentIntent['last_payment_error']>;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  sandbox.emit('payment_intent.payment_failed', intent);
  sandbox.intentSettled(intent, 'failed');
  const { doc_url: _docUrl, ...fields } = failure;
  const error = new ApiError(isCardError ? 402 : 400, { type, ...fields, payment_intent: structuredClone(intent) });
  return { outcome: 'declined', error };
}
