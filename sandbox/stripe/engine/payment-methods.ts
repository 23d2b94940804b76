/** Makes and finds cards, and attaches them to customers. */
import { createHash } from 'node:crypto';
import { cardOfNumber, declineFor, numberOfName, type TestCard } from './cards.ts';
import { ApiError, invalidRequest, missingParam } from './errors.ts';
import { newId } from './ids.ts';
import type { Sandbox } from './sandbox.ts';
import type { Customer, PaymentMethod } from './wire.ts';

interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string | undefined;
}

interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

interface BillingDetails {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  address?: Partial<Address> | '' | null | undefined;
}

/** Facts about a payment method that the sandbox never shows. */
interface CardNotes {
  number: string;
  /** A confirmation step succeeded with it, so later charges without the cardholder succeed too. */
  confirmed: boolean;
}

function cardError(reason: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code: reason, message, param });
}

/** Checks number, date and code, before any bank is asked. */
function checkDetails(details: CardDetails, now: number): TestCard {
  const number = details.number.replace(/[\s-]/g, '');
  const card = cardOfNumber(number);
  if (!card) throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  const { expMonth, expYear, cvc } = details;
  if (!(expMonth >= 1 && expMonth <= 12)) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const date = new Date(now * 1000);
  const year = expYear < 100 ? 2000 + expYear : expYear;
  if (year < date.getUTCFullYear() || year > date.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (year === date.getUTCFullYear() && expMonth < date.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  return card;
}

/** Makes a payment method without a customer. Throws Stripe's 402 for an impossible number, date or code. */
export function makeCard(sandbox: Sandbox, details: CardDetails, billing: BillingDetails = {}): PaymentMethod {
  const card = checkDetails(details, sandbox.clock.now());
  const address = billing.address || undefined;
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: address?.city ?? null,
        country: address?.country ?? null,
        line1: address?.line1 ?? null,
        line2: address?.line2 ?? null,
        postal_code: address?.postal_code ?? null,
        state: address?.state ?? null,
      },
      email: billing.email ?? null,
      name: billing.name ?? null,
      phone: billing.phone ?? null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: address?.postal_code ? 'pass' : null,
        cvc_check: details.cvc === undefined ? null : card.declines?.code === 'incorrect_cvc' ? 'fail' : 'pass',
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: details.expMonth,
      exp_year: details.expYear < 100 ? 2000 + details.expYear : details.expYear,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').replace(/\W|_/g, '0').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: sandbox.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  sandbox.store.hiddenOf<CardNotes>(method.id).number = card.number;
  return sandbox.store.paymentMethods.add(method);
}

function makeNamedCard(sandbox: Sandbox, number: string): PaymentMethod {
  const year = new Date(sandbox.clock.now() * 1000).getUTCFullYear() + 1;
  return makeCard(sandbox, { number, expMonth: 8, expYear: year, cvc: '123' });
}

/** Finds a payment method by its id, or makes one from a test name such as 'pm_card_visa'. */
export function paymentMethodOf(sandbox: Sandbox, idOrName: string, param = 'payment_method'): PaymentMethod {
  const number = numberOfName(idOrName);
  return number === undefined ? sandbox.store.paymentMethods.get(idOrName, param) : makeNamedCard(sandbox, number);
}

interface MethodData {
  type?: string | undefined;
  card?:
    | {
        number?: string;
        exp_month?: number;
        exp_year?: number;
        cvc?: string;
        token?: string;
      }
    | undefined;
  billing_details?: BillingDetails | undefined;
}

/** Makes a payment method from a request: `type: 'card'` with a number or a token's name. */
export function makePaymentMethod(sandbox: Sandbox, { type, card, billing_details: billing }: MethodData) {
  if (type !== 'card') {
    throw invalidRequest(`The sandbox makes payment methods of type card only, not ${type ?? 'none'}.`, {
      param: 'type',
    });
  }
  if (!card) throw missingParam('card');
  if (card.token !== undefined) {
    const number = numberOfName(card.token);
    if (number === undefined) {
      throw invalidRequest(`No such token: '${card.token}'`, { code: 'resource_missing', param: 'card[token]' });
    }
    return makeNamedCard(sandbox, number);
  }
  const { number, exp_month: expMonth, exp_year: expYear, cvc } = card;
  if (number === undefined) throw missingParam('card[number]');
  if (expMonth === undefined) throw missingParam('card[exp_month]');
  if (expYear === undefined) throw missingParam('card[exp_year]');
  return makeCard(sandbox, { number, expMonth, expYear, cvc }, billing ?? {});
}

export function cardOf(sandbox: Sandbox, method: PaymentMethod): TestCard {
  const { number = '' } = sandbox.store.hiddenOf<CardNotes>(method.id);
  return cardOfNumber(number) ?? { number, brand: 'visa', declines: declineFor('generic_decline') };
}

export function isConfirmed(sandbox: Sandbox, method: PaymentMethod): boolean {
  return sandbox.store.hiddenOf<CardNotes>(method.id).confirmed ?? false;
}

export function markConfirmed(sandbox: Sandbox, method: PaymentMethod): void {
  sandbox.store.hiddenOf<CardNotes>(method.id).confirmed = true;
}

/** Throws Stripe's 402 for a card that the bank refuses to keep, and 400 for another customer's card. */
export function checkAttachable(sandbox: Sandbox, method: PaymentMethod, customer: Customer): void {
  if (method.customer !== null && method.customer !== customer.id) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  const { declines } = cardOf(sandbox, method);
  if (declines) throw new ApiError(402, { type: 'card_error', ...declines });
}

/**
 * Attaches the card to a customer and emits the event; does nothing when it is attached already. Refuses like
 * `checkAttachable`.
 */
export function attach(sandbox: Sandbox, method: PaymentMethod, customer: Customer): PaymentMethod {
  if (method.customer === customer.id) return method;
  checkAttachable(sandbox, method, customer);
  method.customer = customer.id;
  sandbox.emit('payment_method.attached', method);
  return method;
}

export function detach(sandbox: Sandbox, method: PaymentMethod): PaymentMethod {
  const { customer } = method;
  if (customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  }
  method.customer = null;
  const settings = sandbox.store.customers.find(customer)?.invoice_settings;
  if (settings?.default_payment_method === method.id) settings.default_payment_method = null;
  sandbox.emit('payment_method.detached', method, { customer });
  return method;
}
