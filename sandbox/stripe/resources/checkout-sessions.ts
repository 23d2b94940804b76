import type Stripe from 'stripe';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import { createSession } from '../checkout/create-session.ts';
import { expireSession, onIntentSettled, paySession } from '../checkout/pay-session.ts';
import { sessionsInTime } from '../checkout/session-clock.ts';
import { notesOf } from '../checkout/session-notes.ts';
import { invalidRequest, noSuch } from '../engine/errors.ts';
import { type ListParams, listOf, pageOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { paymentMethodOf } from '../engine/payment-methods.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession } from '../engine/wire.ts';

function lineItems(sandbox: Sandbox, session: CheckoutSession, params: ListParams = {}) {
  const { items } = notesOf(sandbox, session);
  return pageOf(`/v1/checkout/sessions/${session.id}/line_items`, items.toReversed(), params);
}

/** Finds a session by its id or by the id of its page. */
function sessionOfPage(sandbox: Sandbox, id: string): CheckoutSession {
  const { checkoutSessions } = sandbox.store;
  const [session] = checkoutSessions.where((each) => each.id === id || notesOf(sandbox, each).pageId === id);
  if (session) return session;
  throw noSuch('payment_page', id, 'path');
}

/** The part of a page that Stripe's command line reads before and after it pays. */
function paymentPage(sandbox: Sandbox, session: CheckoutSession): object {
  return {
    id: notesOf(sandbox, session).pageId,
    object: 'payment_page',
    session_id: session.id,
    status: session.status,
    payment_status: session.payment_status,
    amount_total: session.amount_total,
    currency: session.currency,
    mode: session.mode,
    livemode: false,
    success_url: session.success_url,
    cancel_url: session.cancel_url,
    payment_intent: notesOf(sandbox, session).intent ?? null,
  };
}

const text = { type: 'string' } as const;

export const checkoutSessions: Resource = {
  connect(sandbox) {
    sandbox.whenIntentSettles((intent, outcome) => onIntentSettled(sandbox, intent, outcome));
  },
  timeDriven: sessionsInTime,
  includes: (sandbox) => ({
    'checkout.session': { line_items: (session: CheckoutSession) => lineItems(sandbox, session) },
  }),
  routes: [
    route<Stripe.Checkout.SessionCreateParams>('POST', '/v1/checkout/sessions', ({ sandbox, params }) =>
      createSession(sandbox, params),
    ),
    route('GET', '/v1/checkout/sessions/{id}', ({ sandbox, id }) => sandbox.store.checkoutSessions.get(id)),
    route<Stripe.Checkout.SessionUpdateParams>('POST', '/v1/checkout/sessions/{id}', ({ sandbox, id, params }) => {
      refuseUnbuilt(params, ['metadata']);
      const session = sandbox.store.checkoutSessions.get(id);
      session.metadata = mergeMetadata(session.metadata ?? {}, params.metadata);
      return session;
    }),
    route<ListParams>('GET', '/v1/checkout/sessions/{id}/line_items', ({ sandbox, id, params }) =>
      lineItems(sandbox, sandbox.store.checkoutSessions.get(id), params),
    ),
    route('POST', '/v1/checkout/sessions/{id}/expire', ({ sandbox, id }) => {
      const session = sandbox.store.checkoutSessions.get(id);
      if (session.status !== 'open') {
        throw invalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      expireSession(sandbox, session);
      return session;
    }),
    route<Stripe.Checkout.SessionListParams>('GET', '/v1/checkout/sessions', ({ sandbox, params }) =>
      listOf(
        '/v1/checkout/sessions',
        sandbox.store.checkoutSessions,
        params,
        (session) =>
          (params.customer === undefined || session.customer === params.customer) &&
          (params.customer_details === undefined ||
            session.customer_details?.email === params.customer_details.email) &&
          (params.payment_intent === undefined || session.payment_intent === params.payment_intent) &&
          (params.subscription === undefined || session.subscription === params.subscription) &&
          (params.status === undefined || session.status === params.status),
      ),
    ),
    route('GET', '/v1/payment_pages/{id}', ({ sandbox, id }) => paymentPage(sandbox, sessionOfPage(sandbox, id)), {
      publishable: true,
    }),
    route<{ payment_method?: string; expected_amount?: number }>(
      'POST',
      '/v1/payment_pages/{id}/confirm',
      ({ sandbox, id, params }) => {
        const session = sessionOfPage(sandbox, id);
        if (params.expected_amount !== undefined && params.expected_amount !== session.amount_total) {
          throw invalidRequest('The amount of this Checkout Session has changed.', {
            code: 'checkout_amount_mismatch',
            param: 'expected_amount',
          });
        }
        const method = paymentMethodOf(sandbox, params.payment_method ?? '');
        const { email, name, address } = method.billing_details;
        const result = paySession(sandbox, session, method, {
          ...(email && { email }),
          ...(name && { name }),
          postalCode: address?.postal_code ?? null,
        });
        if (result.outcome === 'declined') throw result.error;
        return { ...paymentPage(sandbox, session), ...(result.outcome === 'requires_action' && { next: result.url }) };
      },
      { publishable: true, extra: { payment_method: text, expected_amount: { type: 'integer' } } },
    ),
  ],
};
