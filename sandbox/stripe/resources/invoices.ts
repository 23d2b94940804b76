import type Stripe from 'stripe';
import { invoicesInTime } from '../billing/billing-clock.ts';
import {
  collect,
  intentOfInvoice,
  markPaid,
  onIntentSettled,
  paymentsOf,
  setCollecting,
  subscriptionOf,
  voidInvoice,
} from '../billing/invoices.ts';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import { ApiError, invalidRequest } from '../engine/errors.ts';
import { listOf, pageOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { paymentMethodOf } from '../engine/payment-methods.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Invoice } from '../engine/wire.ts';

function mustBeOpen(invoice: Invoice, verb: string): void {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  if (invoice.status !== 'open') {
    throw invalidRequest(`You can only ${verb} open invoices. This invoice is ${invoice.status}.`, {
      code: 'invoice_not_editable',
    });
  }
}

function pay(sandbox: Sandbox, invoice: Invoice, params: Stripe.InvoicePayParams): Invoice {
  refuseUnbuilt(params, ['payment_method', 'off_session', 'paid_out_of_band', 'forgive']);
  mustBeOpen(invoice, 'pay');
  if (params.paid_out_of_band) {
    markPaid(sandbox, invoice);
    return invoice;
  }
  const method = params.payment_method ? paymentMethodOf(sandbox, params.payment_method) : undefined;
  const result = collect(sandbox, invoice, { method, onSession: params.off_session === false, byHand: true });
  if (result.outcome === 'declined') throw result.error;
  if (result.outcome === 'requires_action') {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message:
        'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
    });
  }
  return invoice;
}

export const invoices: Resource = {
  connect(sandbox) {
    sandbox.whenIntentSettles((intent, outcome) => onIntentSettled(sandbox, intent, outcome));
  },
  timeDriven: invoicesInTime,
  includes: (sandbox) => ({
    invoice: {
      payments: (invoice: Invoice) => ({
        object: 'list',
        data: paymentsOf(sandbox, invoice),
        has_more: false,
        url: `/v1/invoice_payments?invoice=${invoice.id}`,
      }),
      confirmation_secret: (invoice: Invoice) => {
        const secret = intentOfInvoice(sandbox, invoice)?.client_secret;
        return secret ? { client_secret: secret, type: 'payment_intent' } : null;
      },
    },
  }),
  routes: [
    route('GET', '/v1/invoices/{id}', ({ sandbox, id }) => sandbox.store.invoices.get(id)),
    route<Stripe.InvoiceListParams>('GET', '/v1/invoices', ({ sandbox, params }) =>
      listOf(
        '/v1/invoices',
        sandbox.store.invoices,
        params,
        (invoice) =>
          (params.customer === undefined || invoice.customer === params.customer) &&
          (params.status === undefined || invoice.status === params.status) &&
          (params.subscription === undefined || subscriptionOf(sandbox, invoice)?.id === params.subscription),
      ),
    ),
    route<Stripe.InvoiceUpdateParams>('POST', '/v1/invoices/{id}', ({ sandbox, id, params }) => {
      refuseUnbuilt(params, ['metadata', 'description', 'auto_advance']);
      const invoice = sandbox.store.invoices.get(id);
      invoice.metadata = mergeMetadata(invoice.metadata ?? {}, params.metadata);
      if (params.description !== undefined) invoice.description = params.description || null;
      if (params.auto_advance !== undefined) setCollecting(sandbox, invoice, params.auto_advance);
      return invoice;
    }),
    route<{ limit?: number }>('GET', '/v1/invoices/{id}/lines', ({ sandbox, id, params }) => {
      const { lines } = sandbox.store.invoices.get(id);
      return pageOf(lines.url, lines.data.toReversed(), params);
    }),
    route<Stripe.InvoicePayParams>('POST', '/v1/invoices/{id}/pay', ({ sandbox, id, params }) =>
      pay(sandbox, sandbox.store.invoices.get(id), params),
    ),
    route('POST', '/v1/invoices/{id}/void', ({ sandbox, id }) => {
      const invoice = sandbox.store.invoices.get(id);
      mustBeOpen(invoice, 'void');
      voidInvoice(sandbox, invoice);
      return invoice;
    }),
  ],
};
