import type Stripe from 'stripe';
import { changedFields } from '../engine/changed-fields.ts';
import { invalidRequest } from '../engine/errors.ts';
import { newId, randomLetters } from '../engine/ids.ts';
import { listOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { checkAttachable, detach, paymentMethodOf } from '../engine/payment-methods.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer } from '../engine/wire.ts';

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

type CustomerFields = Stripe.CustomerCreateParams & Stripe.CustomerUpdateParams;

/** Sets the fields that both create and update accept. A field that was not sent stays as it is. */
function setFields(sandbox: Sandbox, customer: Customer, params: CustomerFields): void {
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
  setFields(sandbox, customer, {
    ...rest,
    ...(settings === undefined || named === undefined ? {} : { invoice_settings: { default_payment_method: named } }),
  });
  sandbox.emit('customer.created', customer);
  if (method) sandbox.emit('payment_method.attached', method);
  return customer;
}

function update(sandbox: Sandbox, customer: Customer, params: Stripe.CustomerUpdateParams): Customer {
  const before = structuredClone(customer);
  setFields(sandbox, customer, params);
  sandbox.emit('customer.updated', customer, changedFields(before, customer));
  return customer;
}

function remove(sandbox: Sandbox, customer: Customer): object {
  sandbox.customerDeleted(customer);
  for (const method of sandbox.store.paymentMethods.where(({ customer: owner }) => owner === customer.id)) {
    detach(sandbox, method);
  }
  const stub = sandbox.store.customers.delete(customer.id);
  sandbox.emit('customer.deleted', customer);
  return stub;
}

export const customers: Resource = {
  routes: [
    route<Stripe.CustomerCreateParams>('POST', '/v1/customers', ({ sandbox, params }) =>
      createCustomer(sandbox, params),
    ),
    route('GET', '/v1/customers/{id}', ({ sandbox, id }) => sandbox.store.customers.getOrStub(id)),
    route<Stripe.CustomerUpdateParams>('POST', '/v1/customers/{id}', ({ sandbox, id, params }) =>
      update(sandbox, sandbox.store.customers.get(id), params),
    ),
    route('DELETE', '/v1/customers/{id}', ({ sandbox, id }) => remove(sandbox, sandbox.store.customers.get(id))),
    route<Stripe.CustomerListParams>('GET', '/v1/customers', ({ sandbox, params }) =>
      listOf(
        '/v1/customers',
        sandbox.store.customers,
        params,
        (customer) =>
          (params.email === undefined || customer.email === params.email) &&
          // Objects on a test clock appear only in lists that ask for that clock.
          (customer.test_clock ?? undefined) === params.test_clock,
      ),
    ),
  ],
};
