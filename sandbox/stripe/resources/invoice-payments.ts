import type Stripe from 'stripe';
import { listOf } from '../engine/list.ts';
import { type Resource, route } from '../engine/resource.ts';

export const invoicePayments: Resource = {
  routes: [
    route('GET', '/v1/invoice_payments/{id}', ({ sandbox, id }) => sandbox.store.invoicePayments.get(id)),
    route<Stripe.InvoicePaymentListParams>('GET', '/v1/invoice_payments', ({ sandbox, params }) =>
      listOf(
        '/v1/invoice_payments',
        sandbox.store.invoicePayments,
        params,
        ({ invoice, payment, status }) =>
          (params.invoice === undefined || invoice === params.invoice) &&
          (params.payment?.payment_intent === undefined || payment.payment_intent === params.payment.payment_intent) &&
          (params.status === undefined || status === params.status),
      ),
    ),
  ],
};
