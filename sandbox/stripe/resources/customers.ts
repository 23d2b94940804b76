import type Stripe from 'stripe';
import { changedFields } from '../engine/changed-fields.ts';
import { createCustomer, setCustomerFields } from '../engine/customers.ts';
import type { Schema } from '../engine/description.ts';
import { newId } from '../engine/ids.ts';
import { type ListParams, listOf, pageOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { detach } from '../engine/payment-methods.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Customer, WireOf } from '../engine/wire.ts';

function update(sandbox: Sandbox, customer: Customer, params: Stripe.CustomerUpdateParams): Customer {
  const before = structuredClone(customer);
  setCustomerFields(sandbox, customer, params);
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

/** Written by hand: the copy of Stripe's description in ../api does not contain balance transactions. */
const balanceParams: Record<string, Schema> = {
  amount: { type: 'integer' },
  currency: { type: 'string' },
  description: { type: 'string' },
  metadata: { type: 'object', additionalProperties: { type: 'string' } },
};

type BalanceTransaction = WireOf<Stripe.CustomerBalanceTransaction>;

/** Oldest first. */
interface BalanceNotes {
  transactions: BalanceTransaction[];
}

/** A negative amount is to the customer's credit. */
function adjustBalance(
  { clock, store }: Sandbox,
  customer: Customer,
  params: Stripe.CustomerCreateBalanceTransactionParams,
): BalanceTransaction {
  customer.balance += params.amount;
  const made: BalanceTransaction = {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount: params.amount,
    checkout_session: null,
    created: clock.nowFor(customer.id),
    credit_note: null,
    currency: params.currency,
    customer: customer.id,
    customer_account: null,
    description: params.description ?? null,
    ending_balance: customer.balance,
    invoice: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    type: 'adjustment',
  };
  const notes = store.hiddenOf<BalanceNotes>(customer.id);
  notes.transactions = [...(notes.transactions ?? []), made];
  return made;
}

/** The transactions that were made by the API; what invoices have used is not among them. */
function listBalance({ store }: Sandbox, { id }: Customer, params: ListParams) {
  const { transactions = [] } = store.hiddenOf<BalanceNotes>(id);
  return pageOf(`/v1/customers/${id}/balance_transactions`, transactions, params);
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
    route<Stripe.CustomerCreateBalanceTransactionParams>(
      'POST',
      '/v1/customers/{id}/balance_transactions',
      ({ sandbox, id, params }) => adjustBalance(sandbox, sandbox.store.customers.get(id), params),
      { extra: balanceParams },
    ),
    route<Stripe.CustomerListBalanceTransactionsParams>(
      'GET',
      '/v1/customers/{id}/balance_transactions',
      ({ sandbox, id, params }) => listBalance(sandbox, sandbox.store.customers.get(id), params as ListParams),
      { extra: { limit: { type: 'integer' }, starting_after: { type: 'string' } } },
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
