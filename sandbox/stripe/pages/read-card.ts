/** Reads a card from a hosted page's form, checks it as the page does, and makes a payment method from it. */
import { ApiError } from '../engine/errors.ts';
import { makeCard } from '../engine/payment-methods.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { PaymentMethod } from '../engine/wire.ts';
import type { CardFieldFaults } from './card-fields.ts';
import { cardFaults, readExpiry } from './card-rules.ts';

const oneLine = (value: string | null) => (value ?? '').trim();

export function readCard(
  sandbox: Sandbox,
  form: URLSearchParams,
  email: string | null,
): { method: PaymentMethod } | { faults: CardFieldFaults } {
  const input = {
    number: oneLine(form.get('number')),
    expiry: oneLine(form.get('expiry')),
    cvc: oneLine(form.get('cvc')),
  };
  const found = cardFaults(input, new Date(sandbox.clock.now() * 1000));
  const faults = Object.fromEntries(Object.entries(found).map(([name, fault]) => [name, fault.message]));
  const expiry = readExpiry(input.expiry);
  if (Object.keys(faults).length > 0 || !expiry) return { faults };
  try {
    const card = { number: input.number, expMonth: expiry.month, expYear: expiry.year, cvc: input.cvc };
    const zip = oneLine(form.get('zip'));
    const billing = {
      email,
      name: oneLine(form.get('name')) || null,
      address: { country: 'US', postal_code: zip || null },
    };
    return { method: makeCard(sandbox, card, billing) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { faults: faultsOf(error) };
  }
}

/** Places a bank's refusal beside its field. */
export function faultsOf({ fields }: ApiError): CardFieldFaults {
  if (fields.code === 'expired_card') return { expiry: fields.message };
  if (fields.code === 'incorrect_cvc') return { cvc: fields.message };
  return { number: fields.message };
}
