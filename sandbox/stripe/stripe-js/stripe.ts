/**
 * A stand-in for https://js.stripe.com/endive/stripe.js with the parts that a page with the Payment Element
 * needs. Served as one classic script made from the files in this folder.
 */
import type {
  Appearance,
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethodResult,
  Stripe,
  StripeConstructor,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js';
import { showChallenge } from './challenge-overlay.ts';
import { type FrameLink, openFrame } from './frame-link.ts';
import type { Job, JobError, JobResult } from './messages.ts';
import { createPaymentElement, type ElementInside, IntegrationError } from './payment-element.ts';

interface ElementsInside {
  secret: string | undefined;
  payment: ElementInside | undefined;
}

interface ElementsOptions {
  clientSecret?: string;
  appearance?: Appearance;
}

interface ConfirmOptions {
  elements?: StripeElements;
  clientSecret?: string;
  confirmParams?: { return_url?: string; payment_method?: string; payment_method_data?: { billing_details?: object } };
  redirect?: 'always' | 'if_required';
}

/** Frames answer with Stripe's JSON; the library's types describe its shape. */
const asError = (error: JobError) => error as unknown as StripeError;

const insides = new WeakMap<StripeElements, ElementsInside>();

function insideOf(elements: StripeElements | undefined): ElementsInside {
  const inside = elements && insides.get(elements);
  if (inside) return inside;
  throw new IntegrationError('Invalid value for elements: it should be the object that stripe.elements() returned.');
}

function createElements({ clientSecret, appearance: first }: ElementsOptions): StripeElements {
  const inside: ElementsInside = { secret: clientSecret, payment: undefined };
  const updated = new Set<() => void>();
  let appearance = first;

  const elements = {
    create(type: string, options: object = {}) {
      if (type !== 'payment') throw new IntegrationError(`The payment sandbox has no '${type}' element.`);
      if (inside.payment) throw new IntegrationError('Can only create one Element of type payment.');
      inside.payment = createPaymentElement({ ...options }, appearance, () => {
        inside.payment = undefined;
      });
      return inside.payment.element;
    },
    getElement: (type: unknown) => (type === 'payment' ? (inside.payment?.element ?? null) : null),
    async update(options: ElementsOptions) {
      if (options.clientSecret) inside.secret = options.clientSecret;
      if (options.appearance) {
        appearance = options.appearance;
        inside.payment?.dress(appearance);
      }
      for (const handler of updated) handler();
    },
    on(_type: 'update-end', handler: () => void) {
      updated.add(handler);
    },
    fetchUpdates: async () => ({}),
    async submit() {
      if (!inside.payment) throw new IntegrationError('elements.submit() needs a mounted Payment Element.');
      const { error } = await inside.payment.run({ do: 'check' });
      return error ? { error: asError(error) } : { selectedPaymentMethod: 'card' };
    },
    // Stripe's type has an overload for each of its thirty elements.
  } as unknown as StripeElements;
  insides.set(elements, inside);
  return elements;
}

/** Flattens billing details to `name`, `email` and `address[…]`, as the API wants them. */
function flatBilling(details: object = {}, prefix = ''): Record<string, string> {
  return Object.entries(details).reduce<Record<string, string>>((flat, [name, value]) => {
    const key = prefix === '' ? `[${name}]` : `${prefix}[${name}]`;
    if (typeof value === 'string') flat[key] = value;
    else if (typeof value === 'object' && value !== null) Object.assign(flat, flatBilling(value, key));
    return flat;
  }, {});
}

function returnAddress(address: string, intent: PaymentIntent): string {
  const url = new URL(address);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function createStripe(key: string): Stripe {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError(
      'Please call Stripe() with your publishable key. You used an empty string or a secret key.',
    );
  }
  if (!key.startsWith('pk_test_')) throw new IntegrationError('The payment sandbox takes test keys only.');
  let controller: FrameLink | undefined;

  /** Runs jobs that need no card, in an invisible frame. */
  const run = (job: Job): Promise<JobResult> => {
    controller ??= openFrame('controller', document.body, 'Payment controller', () => undefined);
    return controller.run(job);
  };

  const retrievePaymentIntent = async (secret: string): Promise<PaymentIntentResult> => {
    const { error, object } = await run({ do: 'retrieve', key, secret });
    return error ? { error: asError(error) } : { paymentIntent: object as PaymentIntent };
  };

  /** Shows the confirmation step, then returns the result of the payment. */
  async function afterChallenge(intent: PaymentIntent, secret: string): Promise<PaymentIntentResult> {
    const action = intent.next_action as { use_stripe_sdk?: { stripe_js?: string } } | null;
    const challenge = action?.use_stripe_sdk?.stripe_js;
    if (intent.status !== 'requires_action' || !challenge) return { paymentIntent: intent };
    if ((await showChallenge(challenge)) === 'closed') await run({ do: 'refuse', challenge });
    const after = await retrievePaymentIntent(secret);
    if (after.error || after.paymentIntent.status === 'succeeded') return after;
    const failure = after.paymentIntent.last_payment_error ?? { type: 'invalid_request_error' as const };
    return { error: { ...(failure as StripeError), payment_intent: after.paymentIntent } };
  }

  async function settle(result: JobResult, secret: string): Promise<PaymentIntentResult> {
    if (result.error) return { error: asError(result.error) };
    return afterChallenge(result.object as PaymentIntent, secret);
  }

  async function confirmPayment(options: ConfirmOptions): Promise<PaymentIntentResult> {
    const { confirmParams = {}, redirect = 'always' } = options;
    const inside = options.elements ? insideOf(options.elements) : undefined;
    const secret = options.clientSecret ?? inside?.secret;
    if (!secret) throw new IntegrationError('Missing value for stripe.confirmPayment(): clientSecret.');
    if (redirect === 'always' && !confirmParams.return_url) {
      throw new IntegrationError('stripe.confirmPayment() needs confirmParams.return_url.');
    }
    const billing = flatBilling(confirmParams.payment_method_data?.billing_details);
    const job = { do: 'confirm', key, secret, method: confirmParams.payment_method, billing } as const;
    const result = await settle(await (inside?.payment ?? { run }).run(job), secret);
    if (!result.error && redirect === 'always' && confirmParams.return_url) {
      location.assign(returnAddress(confirmParams.return_url, result.paymentIntent));
      return new Promise(() => undefined);
    }
    return result;
  }

  async function confirmCardPayment(secret: string, data: { payment_method?: unknown } = {}) {
    const method = data.payment_method;
    if (typeof method !== 'string') {
      throw new IntegrationError('The payment sandbox confirms a card payment by the id of a payment method only.');
    }
    return settle(await run({ do: 'confirm', key, secret, method, billing: {} }), secret);
  }

  async function createPaymentMethod(options: {
    elements?: StripeElements;
    params?: { billing_details?: object };
  }): Promise<PaymentMethodResult> {
    const { payment } = insideOf(options.elements);
    if (!payment) throw new IntegrationError('stripe.createPaymentMethod() needs a mounted Payment Element.');
    const billing = flatBilling(options.params?.billing_details);
    const { error, object } = await payment.run({ do: 'create method', key, billing });
    return error ? { error: asError(error) } : ({ paymentMethod: object } as PaymentMethodResult);
  }

  const stripe = {
    elements: (options: ElementsOptions = {}) => createElements(options),
    confirmPayment,
    confirmCardPayment,
    createPaymentMethod,
    retrievePaymentIntent,
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const held = await retrievePaymentIntent(clientSecret);
      return held.error ? held : afterChallenge(held.paymentIntent, clientSecret);
    },
    async createToken() {
      throw new IntegrationError('The payment sandbox makes no tokens: use the Payment Element.');
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
    // Implements only a few of Stripe's methods, without their overloads.
  };
  return stripe satisfies Partial<Record<keyof Stripe | '_registerWrapper', unknown>> as unknown as Stripe;
}

const stripeConstructor: StripeConstructor & { version: string } = Object.assign((key: string) => createStripe(key), {
  version: 'endive',
});

// The library's type lacks `version`, although the library reads it.
(window as { Stripe?: StripeConstructor }).Stripe = stripeConstructor;
