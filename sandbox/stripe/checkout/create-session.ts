/** A new Checkout session, or Stripe's reason why not. */
import type Stripe from 'stripe';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import { createPrice, createProduct } from '../engine/catalog.ts';
import { invalidRequest, missingParam } from '../engine/errors.ts';
import { newId, randomLetters } from '../engine/ids.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession, Price } from '../engine/wire.ts';
import type { LineItem, SessionNotes } from './session-notes.ts';

type Params = Stripe.Checkout.SessionCreateParams;

const built = [
  'mode',
  'ui_mode',
  'line_items',
  'success_url',
  'cancel_url',
  'customer',
  'customer_email',
  'customer_creation',
  'client_reference_id',
  'metadata',
  'subscription_data',
  'payment_intent_data',
  'allowed_payment_method_types',
  'expires_at',
  'custom_text',
  'payment_method_collection',
  'locale',
  'submit_type',
  'currency',
  'billing_address_collection',
  'customer_update',
  'saved_payment_method_options',
  'allow_promotion_codes',
];
const builtForSubscription = [
  'metadata',
  'description',
  'trial_period_days',
  'trial_end',
  'trial_settings',
  'billing_mode',
];
const builtForIntent = ['metadata', 'description', 'setup_future_usage', 'receipt_email'];

const minute = 60;
const hour = 60 * minute;

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

function checkPrices(mode: Params['mode'], prices: Price[]): void {
  if (mode === 'subscription' && !prices.some(({ recurring }) => recurring)) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.', {
      param: 'line_items',
    });
  }
  if (mode === 'payment' && prices.some(({ recurring }) => recurring)) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items' },
    );
  }
  if (mode === 'subscription' && prices.length > 1) {
    throw invalidRequest('The payment sandbox knows subscriptions to one price only.', { param: 'line_items' });
  }
}

function checkAddress(value: string, param: string): void {
  // The placeholder stands where Stripe puts the session's id.
  if (URL.canParse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs')) && /^https?:/.test(value)) return;
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param });
}

function expiryOf(wanted: number | undefined, now: number): number {
  const expiresAt = wanted ?? now + 24 * hour;
  if (expiresAt < now + 30 * minute) {
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  if (expiresAt > now + 24 * hour) {
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  return expiresAt;
}

function checkMode(params: Params): NonNullable<Params['mode']> {
  const { mode } = params;
  if (mode === undefined) throw missingParam('mode');
  if (mode !== 'payment' && mode !== 'subscription') {
    throw invalidRequest(`The payment sandbox does not know mode '${mode}'.`, { param: 'mode' });
  }
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page') {
    throw invalidRequest("The payment sandbox has the hosted page only: 'hosted_page'.", { param: 'ui_mode' });
  }
  const misplaced = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (params[misplaced]) {
    throw invalidRequest(`You can not pass \`${misplaced}\` in \`${mode}\` mode.`, { param: misplaced });
  }
  if (mode === 'payment' && params.payment_method_collection) {
    throw invalidRequest('You can only set `payment_method_collection` if there are recurring prices.', {
      param: 'payment_method_collection',
    });
  }
  if (params.payment_method_collection === 'if_required') {
    throw invalidRequest("The payment sandbox always asks for a card: send 'always'.", {
      param: 'payment_method_collection',
    });
  }
  if (params.allow_promotion_codes) {
    throw invalidRequest('The payment sandbox knows no promotion codes.', { param: 'allow_promotion_codes' });
  }
  if (params.customer && params.customer_email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
    });
  }
  if (params.success_url === undefined) throw missingParam('success_url');
  checkAddress(params.success_url, 'success_url');
  if (params.cancel_url !== undefined) checkAddress(params.cancel_url, 'cancel_url');
  return mode;
}

function trialOf(params: Params, now: number): Pick<SessionNotes, 'trialDays' | 'trialEnd'> {
  const { trial_period_days: days, trial_end: end } = params.subscription_data ?? {};
  if (days !== undefined && end !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      code: 'parameters_exclusive',
    });
  }
  if (days !== undefined && (days < 1 || days > 730)) {
    throw invalidRequest('The trial period must be between 1 and 730 days.', {
      code: 'parameter_invalid_integer',
      param: 'subscription_data[trial_period_days]',
    });
  }
  if (end !== undefined && end < now + 48 * hour) {
    throw invalidRequest('The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    });
  }
  return { trialDays: days ?? null, trialEnd: end ?? null };
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

export function createSession(sandbox: Sandbox, params: Params): CheckoutSession {
  refuseUnbuilt(params, built);
  refuseUnbuilt(params.subscription_data ?? {}, builtForSubscription);
  refuseUnbuilt(params.payment_intent_data ?? {}, builtForIntent);
  const { store } = sandbox;
  const mode = checkMode(params);
  const now = sandbox.clock.now();
  const expiresAt = expiryOf(params.expires_at, now);
  const trial = trialOf(params, now);
  const customer = params.customer === undefined ? undefined : store.customers.get(params.customer, 'customer');
  const lines = params.line_items ?? [];
  if (lines.length === 0) throw missingParam('line_items');
  for (const [index, line] of lines.entries()) {
    refuseUnbuilt(line, ['price', 'price_data', 'quantity', 'metadata']);
    if (line.quantity === undefined) {
      throw invalidRequest('Quantity is required. Add `quantity` to `line_items[0]`'.replace('0', String(index)), {
        code: 'parameter_missing',
        param: `line_items[${index}][quantity]`,
      });
    }
    if (line.quantity < 1) {
      throw invalidRequest('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param: `line_items[${index}][quantity]`,
      });
    }
  }
  // Checked before any price is made from price_data, so that a refusal leaves nothing behind.
  const named = lines.filter(({ price }) => price !== undefined);
  checkPrices(mode, [
    ...named.map((line) => priceOf(sandbox, line, `line_items[${lines.indexOf(line)}]`)),
    ...lines.flatMap(({ price_data: data }) => (data ? [{ recurring: data.recurring ?? null } as Price] : [])),
  ]);
  const isFree = trial.trialDays !== null || trial.trialEnd !== null;
  const items = lines.map((line, index): LineItem => {
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
      description: store.products.find(price.product)?.name ?? null,
      metadata: mergeMetadata({}, line.metadata),
      price: structuredClone(price),
      quantity: line.quantity ?? 1,
    };
  });
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const id = `cs_test_a1${randomLetters(58)}`;
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
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
  const notes: SessionNotes = {
    ...trial,
    items,
    missingPaymentMethod:
      params.subscription_data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    subscriptionMetadata: mergeMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
    intentMetadata: mergeMetadata({}, params.payment_intent_data?.metadata),
    intentDescription: params.payment_intent_data?.description ?? null,
    setupFutureUsage:
      mode === 'subscription' ? 'off_session' : (params.payment_intent_data?.setup_future_usage ?? null),
    pageId: newId('ppage'),
    intent: undefined,
    waitingCard: undefined,
    fault: undefined,
    buyer: { email: customer?.email ?? params.customer_email ?? null, name: customer?.name ?? null, postalCode: null },
  };
  Object.assign(store.hiddenOf<SessionNotes>(id), notes);
  return store.checkoutSessions.add(session);
}
