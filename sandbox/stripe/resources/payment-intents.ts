import type Stripe from 'stripe';
import { description, type Schema } from '../engine/description.ts';
import { invalidRequest, unexpectedState } from '../engine/errors.ts';
import { newIntent } from '../engine/intents.ts';
import { listOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { payIntent } from '../engine/pay.ts';
import { makePaymentMethod, paymentMethodOf } from '../engine/payment-methods.ts';
import { type Call, type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { PaymentIntent, PaymentMethod } from '../engine/wire.ts';

/**
 * Parameters that Stripe.js sends and a server's library does not: the intent's secret and a card's number.
 */
const fromBrowser: Record<string, Schema> = {
  client_secret: { type: 'string' },
  payment_method_data: description.requests['POST /v1/payment_methods'] ?? {},
};

const payable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** A browser needs the client secret to see and pay an intent. */
function intentOf({ sandbox, id, by, params }: Call<{ client_secret?: string }>): PaymentIntent {
  const intent = sandbox.store.paymentIntents.find(id);
  if (by === 'secret') return intent ?? sandbox.store.paymentIntents.get(id);
  if (params.client_secret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (intent?.client_secret === params.client_secret) return intent;
  throw invalidRequest(
    'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the publishable key used belongs to the same account that created the PaymentIntent.',
    { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
  );
}

/** The part of an intent that a browser may see, without the account's and the customer's data. */
function forBrowser(intent: PaymentIntent, by: Call<object>['by']): PaymentIntent {
  return by === 'secret' ? intent : { ...intent, metadata: {}, customer: null, latest_charge: null };
}

function methodFor(sandbox: Sandbox, intent: PaymentIntent, params: Stripe.PaymentIntentConfirmParams): PaymentMethod {
  if (params.payment_method_data) return makePaymentMethod(sandbox, params.payment_method_data);
  const id = params.payment_method ?? intent.payment_method;
  if (!id) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      'payment_intent_unexpected_state',
      { payment_intent: structuredClone(intent) },
    );
  }
  const method = paymentMethodOf(sandbox, id);
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalidRequest(
      'The provided PaymentMethod belongs to a different Customer than the PaymentIntent. Please provide the Customer of the PaymentMethod.',
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    );
  }
  return method;
}

function mustBePayable(intent: PaymentIntent, verb: string): void {
  if (payable.includes(intent.status)) return;
  throw unexpectedState(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb === 'cancel' ? 'canceled' : `${verb}ed`}: ${payable.join(', ')}.`,
    'payment_intent_unexpected_state',
    { payment_intent: structuredClone(intent) },
  );
}

function confirm(sandbox: Sandbox, intent: PaymentIntent, params: Stripe.PaymentIntentConfirmParams): PaymentIntent {
  mustBePayable(intent, 'confirm');
  const method = methodFor(sandbox, intent, params);
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null;
  if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage || null;
  const result = payIntent(sandbox, intent, method, {
    offSession: params.off_session === true || typeof params.off_session === 'string',
    returnUrl: params.return_url,
  });
  if (result.outcome === 'declined') throw result.error;
  return intent;
}

function create(sandbox: Sandbox, params: Stripe.PaymentIntentCreateParams): PaymentIntent {
  const { store } = sandbox;
  if (params.amount < 50) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  }
  if (params.amount > 99_999_999) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  }
  if (!/^[a-z]{3}$/i.test(params.currency)) {
    throw invalidRequest(
      `Invalid currency: ${params.currency}. Stripe currently supports these currencies: usd, eur, …`,
      {
        param: 'currency',
      },
    );
  }
  if (params.customer !== undefined) store.customers.get(params.customer, 'customer');
  if (params.allowed_payment_method_types && params.automatic_payment_methods) {
    throw invalidRequest(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
      { code: 'parameters_exclusive' },
    );
  }
  // Found before anything is made, so that an unknown card leaves no intent behind.
  const given = params.payment_method ? paymentMethodOf(sandbox, params.payment_method) : undefined;
  const intent = newIntent(sandbox, {
    amount: params.amount,
    currency: params.currency.toLowerCase(),
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    receiptEmail: params.receipt_email ?? null,
    setupFutureUsage: params.setup_future_usage ?? null,
    allowedTypes: params.allowed_payment_method_types ?? null,
  });
  if (given) {
    intent.payment_method = given.id;
    intent.status = 'requires_confirmation';
  }
  sandbox.emit('payment_intent.created', intent);
  if (!params.confirm) return intent;
  return confirm(sandbox, intent, {
    ...(params.payment_method_data ? { payment_method_data: params.payment_method_data } : {}),
    ...(params.off_session === undefined ? {} : { off_session: params.off_session }),
    ...(params.return_url === undefined ? {} : { return_url: params.return_url }),
  });
}

function update(sandbox: Sandbox, intent: PaymentIntent, params: Stripe.PaymentIntentUpdateParams): PaymentIntent {
  if (params.amount !== undefined || params.currency !== undefined || params.payment_method !== undefined) {
    mustBePayable(intent, 'update');
  }
  if (params.amount !== undefined) intent.amount = params.amount;
  if (params.description !== undefined) intent.description = params.description || null;
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null;
  if (params.setup_future_usage !== undefined) intent.setup_future_usage = params.setup_future_usage || null;
  if (params.customer !== undefined) intent.customer = sandbox.store.customers.get(params.customer, 'customer').id;
  if (params.payment_method) {
    intent.payment_method = paymentMethodOf(sandbox, params.payment_method).id;
    intent.status = 'requires_confirmation';
  }
  intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  return intent;
}

function cancel(sandbox: Sandbox, intent: PaymentIntent, params: Stripe.PaymentIntentCancelParams): PaymentIntent {
  mustBePayable(intent, 'cancel');
  intent.status = 'canceled';
  intent.canceled_at = sandbox.clock.nowFor(intent.customer);
  intent.cancellation_reason = params.cancellation_reason ?? null;
  intent.next_action = null;
  sandbox.emit('payment_intent.canceled', intent);
  return intent;
}

export const paymentIntents: Resource = {
  routes: [
    route<Stripe.PaymentIntentCreateParams>('POST', '/v1/payment_intents', ({ sandbox, params }) =>
      create(sandbox, params),
    ),
    route<{ client_secret?: string }>(
      'GET',
      '/v1/payment_intents/{id}',
      (call) => forBrowser(intentOf(call), call.by),
      { publishable: true },
    ),
    route<Stripe.PaymentIntentUpdateParams>('POST', '/v1/payment_intents/{id}', ({ sandbox, id, params }) =>
      update(sandbox, sandbox.store.paymentIntents.get(id), params),
    ),
    route<Stripe.PaymentIntentConfirmParams & { client_secret?: string }>(
      'POST',
      '/v1/payment_intents/{id}/confirm',
      (call) => {
        const intent = intentOf(call);
        // A browser's customer is present, so a browser may not send off_session.
        const { off_session: offSession, client_secret: _secret, ...params } = call.params;
        const kept = call.by === 'secret' && offSession !== undefined ? { ...params, off_session: offSession } : params;
        return forBrowser(confirm(call.sandbox, intent, kept), call.by);
      },
      { publishable: true, extra: fromBrowser },
    ),
    route<Stripe.PaymentIntentCancelParams>('POST', '/v1/payment_intents/{id}/cancel', ({ sandbox, id, params }) =>
      cancel(sandbox, sandbox.store.paymentIntents.get(id), params),
    ),
    route<Stripe.PaymentIntentListParams>('GET', '/v1/payment_intents', ({ sandbox, params }) =>
      listOf(
        '/v1/payment_intents',
        sandbox.store.paymentIntents,
        params,
        (intent) => params.customer === undefined || intent.customer === params.customer,
      ),
    ),
  ],
};
