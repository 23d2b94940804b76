/** Checks a new Checkout session and refuses it for Stripe's reasons. */
import type Stripe from 'stripe';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import { invalidRequest, missingParam } from '../engine/errors.ts';
import type { SessionNotes } from './session-notes.ts';

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
  'automatic_tax',
  'billing_address_collection',
  'customer_update',
];
const builtForSubscription = [
  'metadata',
  'description',
  'trial_period_days',
  'trial_end',
  'trial_settings',
  'billing_mode',
  'invoice_settings',
];
const builtForIntent = ['metadata', 'description', 'setup_future_usage', 'receipt_email'];

const minute = 60;
const hour = 60 * minute;

/** Checks that the mode can sell these prices. */
export function checkPrices(mode: Params['mode'], prices: { recurring: unknown }[]): void {
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
  // Stripe replaces the placeholder with the session's id.
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

/** Stripe needs to know where the customer is, and keeps the address that the page asks for only when told to. */
function checkTax({ automatic_tax: tax, customer, customer_update: update }: Params): void {
  if (update && !customer) {
    throw invalidRequest('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  }
  if (!tax?.enabled || !customer || update?.address === 'auto') return;
  throw invalidRequest(
    'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer ' +
      "or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: 'customer_tax_location_invalid' },
  );
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
  if (params.customer && params.customer_email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
    });
  }
  checkTax(params);
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

function checkLines(lines: NonNullable<Params['line_items']>): void {
  if (lines.length === 0) throw missingParam('line_items');
  for (const [index, line] of lines.entries()) {
    refuseUnbuilt(line, ['price', 'price_data', 'quantity', 'metadata']);
    const param = `line_items[${index}][quantity]`;
    if (line.quantity === undefined) {
      throw invalidRequest(`Quantity is required. Add \`quantity\` to \`line_items[${index}]\``, {
        code: 'parameter_missing',
        param,
      });
    }
    if (line.quantity < 1) {
      throw invalidRequest('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param,
      });
    }
  }
}

/** Checks the parameters that need no look into the store. */
export function checkSession(params: Params, now: number) {
  refuseUnbuilt(params, built);
  refuseUnbuilt(params.subscription_data ?? {}, builtForSubscription);
  refuseUnbuilt(params.payment_intent_data ?? {}, builtForIntent);
  const mode = checkMode(params);
  const lines = params.line_items ?? [];
  checkLines(lines);
  return { mode, lines, expiresAt: expiryOf(params.expires_at, now), trial: trialOf(params, now) };
}
