/** Every resource of the sandbox, one line each. */
import type { Resource } from '../engine/resource.ts';
import { pages } from '../pages/all.ts';
import { billingPortal } from './billing-portal.ts';
import { charges } from './charges.ts';
import { checkoutSessions } from './checkout-sessions.ts';
import { coupons } from './coupons.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { events } from './events.ts';
import { invoicePayments } from './invoice-payments.ts';
import { invoices } from './invoices.ts';
import { paymentIntents } from './payment-intents.ts';
import { paymentMethods } from './payment-methods.ts';
import { prices } from './prices.ts';
import { products } from './products.ts';
import { refunds } from './refunds.ts';
import { subscriptionItems } from './subscription-items.ts';
import { subscriptionSchedules } from './subscription-schedules.ts';
import { subscriptions } from './subscriptions.ts';
import { testClocks } from './test-clocks.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

export const resources: Resource[] = [
  customers,
  products,
  prices,
  coupons,
  paymentMethods,
  paymentIntents,
  charges,
  refunds,
  disputes,
  events,
  webhookEndpoints,
  testClocks,
  checkoutSessions,
  subscriptions,
  subscriptionItems,
  subscriptionSchedules,
  invoices,
  invoicePayments,
  billingPortal,
  pages,
];
