/** Makes a new Checkout session, or throws Stripe's reason for refusing it. */
import type Stripe from 'stripe';
import { createPrice, createProduct } from '../engine/catalog.ts';
import { invalidRequest, missingParam } from '../engine/errors.ts';
import { newId, randomLetters } from '../engine/ids.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession, Customer, Price } from '../engine/wire.ts';
import { checkPrices, checkSession } from './check-session.ts';
import type { LineItem, SessionNotes } from './session-notes.ts';

type Params = Stripe.Checkout.SessionCreateParams;

function priceOf(sandbox: Sandbox, item: NonNullable<Params['line_items']>[number], param: string): Price {
  if (item.price !== undefined) {
    const price = sandbox.store.prices.get(item.price, `${param}[price]`);
    if (price.active) return price;
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `${param}[price]`,
    });
  }
  if (!item.price_data) {
    throw invalidRequest('You must specify either `price` or `price_data` when using prices.', { param });
  }
  const { currency, product, product_data: data, recurring, unit_amount: amount } = item.price_data;
  if (product === undefined && !data) throw missingParam(`${param}[price_data][product_data]`);
  if (amount === undefined) throw missingParam(`${param}[price_data][unit_amount]`);
  const productId =
    product ??
    createProduct(sandbox, {
      name: data?.name ?? '',
      ...(data?.description === undefined ? {} : { description: data.description }),
      ...(data?.metadata === undefined ? {} : { metadata: data.metadata }),
    }).id;
  const price = createPrice(sandbox, {
    currency,
    product: productId,
    unit_amount: amount,
    ...(recurring ? { recurring } : {}),
  });
  price.active = false;
  return price;
}

/** The texts of `custom_text` that were sent; the others are null. */
function customText(sent: Params['custom_text']): CheckoutSession['custom_text'] {
  const text = (part: { message: string } | '' | null | undefined) => (part ? { message: part.message } : null);
  return {
    after_submit: text(sent?.after_submit),
    shipping_address: text(sent?.shipping_address),
    submit: text(sent?.submit),
    terms_of_service_acceptance: text(sent?.terms_of_service_acceptance),
  };
}

function lineItem(
  sandbox: Sandbox,
  line: NonNullable<Params['line_items']>[number],
  { index, isFree }: { index: number; isFree: boolean },
): LineItem {
  const price = priceOf(sandbox, line, `line_items[${index}]`);
  const amount = isFree ? 0 : (price.unit_amount ?? 0) * (line.quantity ?? 1);
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: sandbox.store.products.find(price.product)?.name ?? null,
    metadata: mergeMetadata({}, line.metadata),
    price: structuredClone(price),
    quantity: line.quantity ?? 1,
  };
}

/** Details for the day when the session is paid. They are not part of the answer. */
function notesOf(params: Params, mode: CheckoutSession['mode'], customer: Customer | undefined) {
  return {
    missingPaymentMethod:
      params.subscription_data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    subscriptionMetadata: mergeMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
    subscriptionInvoices: {
      custom_fields: params.subscription_data?.invoice_settings?.custom_fields || null,
      description: params.subscription_data?.invoice_settings?.description ?? null,
      footer: params.subscription_data?.invoice_settings?.footer ?? null,
    },
    intentMetadata: mergeMetadata({}, params.payment_intent_data?.metadata),
    intentDescription: params.payment_intent_data?.description ?? null,
    setupFutureUsage:
      mode === 'subscription' ? 'off_session' : (params.payment_intent_data?.setup_future_usage ?? null),
    pageId: newId('ppage'),
    intent: undefined,
    waitingCard: undefined,
    fault: undefined,
    buyer: { email: customer?.email ?? params.customer_email ?? null, name: customer?.name ?? null, postalCode: null },
  } satisfies Partial<SessionNotes>;
}

export function createSession(sandbox: Sandbox, params: Params): CheckoutSession {
  const { store } = sandbox;
  const now = sandbox.clock.now();
  const { mode, expiresAt, trial, lines } = checkSession(params, now);
  const customer = params.customer === undefined ? undefined : store.customers.get(params.customer, 'customer');
  // Checked before any price is made from price_data, so that a refusal leaves nothing behind.
  const named = lines.filter(({ price }) => price !== undefined);
  checkPrices(mode, [
    ...named.map((line) => priceOf(sandbox, line, `line_items[${lines.indexOf(line)}]`)),
    ...lines.flatMap(({ price_data: data }) => (data ? [{ recurring: data.recurring ?? null }] : [])),
  ]);
  const isFree = trial.trialDays !== null || trial.trialEnd !== null;
  const items = lines.map((line, index) => lineItem(sandbox, line, { index, isFree }));
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const id = `cs_test_a1${randomLetters(58)}`;
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: params.automatic_tax?.enabled
      ? { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'requires_location_inputs' }
      : { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: items[0]?.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: customText(params.custom_text),
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation:
      mode === 'subscription' ? (customer ? null : 'always') : (params.customer_creation ?? 'if_required'),
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === 'subscription' ? (params.payment_method_collection ?? 'always') : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${sandbox.origin}/c/pay/${id}`,
    wallet_options: null,
  };
  const notes: SessionNotes = { ...trial, items, ...notesOf(params, mode, customer) };
  Object.assign(store.hiddenOf<SessionNotes>(id), notes);
  return store.checkoutSessions.add(session);
}
