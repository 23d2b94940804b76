import type Stripe from 'stripe';
import { invalidRequest } from './errors.ts';
import { newId, randomLetters } from './ids.ts';
import { mergeMetadata } from './metadata.ts';
import { checkAttachable, paymentMethodOf } from './payment-methods.ts';
import type { Sandbox } from './sandbox.ts';
import type { Customer } from './wire.ts';

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

type CustomerFields = Stripe.CustomerCreateParams & Stripe.CustomerUpdateParams;

/** Sets the fields that both create and update accept. A field that was not sent stays as it is. */
export function setCustomerFields(sandbox: Sandbox, customer: Customer, params: CustomerFields): void {
  if (params.email !== undefined) customer.email = params.email || null;
  if (params.name !== undefined) customer.name = params.name || null;
  if (params.phone !== undefined) customer.phone = params.phone || null;
  if (params.description !== undefined) customer.description = params.description || null;
  if (params.address !== undefined) customer.address = params.address ? { ...emptyAddress, ...params.address } : null;
  if (params.balance !== undefined) customer.balance = params.balance;
  if (params.preferred_locales !== undefined) customer.preferred_locales = params.preferred_locales;
  if (params.tax_exempt !== undefined) customer.tax_exempt = params.tax_exempt || 'none';
  customer.metadata = mergeMetadata(customer.metadata, params.metadata);
  const method = params.invoice_settings?.default_payment_method;
  if (method !== undefined) {
    const param = 'invoice_settings[default_payment_method]';
    const held = method ? paymentMethodOf(sandbox, method, param) : undefined;
    if (held && held.customer === null) {
      // Stripe wants the card attached first; `payment_method` of the same call attaches it.
      throw invalidRequest(
        'The customer does not have a payment method with the ID ' +
          `${held.id}. The payment method must be attached to the customer.`,
        { code: 'resource_missing', param },
      );
    }
    customer.invoice_settings.default_payment_method = held?.id ?? null;
  }
}

/** Creates a customer. Checkout uses it for a subscription without a customer. */
export function createCustomer(sandbox: Sandbox, params: Stripe.CustomerCreateParams): Customer {
  const clock = params.test_clock === undefined ? null : sandbox.store.testClocks.get(params.test_clock, 'test_clock');
  const customer: Customer = {
    id: newId('cus').slice(0, 18),
    object: 'customer',
    address: null,
    balance: 0,
    created: clock?.frozen_time ?? sandbox.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock?.id ?? null,
  };
  const { payment_method: given, invoice_settings: settings, ...rest } = params;
  const method = given === undefined ? undefined : paymentMethodOf(sandbox, given);
  if (method) checkAttachable(sandbox, method, customer);
  sandbox.store.customers.add(customer);
  if (method) method.customer = customer.id;
  const asDefault = settings?.default_payment_method;
  const named = asDefault !== undefined && asDefault === given && method ? method.id : asDefault;
  setCustomerFields(sandbox, customer, {
    ...rest,
    ...(settings === undefined || named === undefined ? {} : { invoice_settings: { default_payment_method: named } }),
  });
  sandbox.emit('customer.created', customer);
  if (method) sandbox.emit('payment_method.attached', method);
  return customer;
}
