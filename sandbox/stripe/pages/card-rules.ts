/**
 * Checks of a card form before anything is sent, in Stripe's words. Used in the browser and on the server.
 */

interface CardInput {
  number: string;
  /** As typed: '12/34', '12 / 2034', '1234'. */
  expiry: string;
  cvc: string;
}

export type CardField = keyof CardInput;

interface CardFault {
  code: string;
  message: string;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

const isAmex = (number: string) => /^3[47]/.test(number);

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Undefined until the date is complete. */
export function readExpiry(text: string): { month: number; year: number } | undefined {
  const parts = text.match(/^\s*(\d{1,2})\s*\/\s*(\d{4}|\d{2})\s*$/) ?? text.match(/^\s*(\d{2})(\d{2}|\d{4})\s*$/);
  if (!parts) return undefined;
  const year = Number(parts[2]);
  return { month: Number(parts[1]), year: year < 100 ? 2000 + year : year };
}

function numberFault(text: string): CardFault | undefined {
  const number = digitsOf(text);
  if (number.length < (isAmex(number) ? 15 : 16)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  if (number.length > 19 || !passesLuhn(number)) {
    return { code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  return undefined;
}

function expiryFault(text: string, now: Date): CardFault | undefined {
  const expiry = readExpiry(text);
  if (!expiry || expiry.month < 1 || expiry.month > 12) {
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  }
  const thisYear = now.getUTCFullYear();
  if (expiry.year < thisYear) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  }
  if (expiry.year === thisYear && expiry.month < now.getUTCMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  }
  if (expiry.year > thisYear + 50) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }
  return undefined;
}

/** The errors by field; empty when the card may be sent. */
export function cardFaults(input: CardInput, now: Date): Partial<Record<CardField, CardFault>> {
  const number = numberFault(input.number);
  const expiry = expiryFault(input.expiry, now);
  const needed = isAmex(digitsOf(input.number)) ? 4 : 3;
  const code = digitsOf(input.cvc);
  const cvc =
    code.length < needed || code.length > 4
      ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
      : undefined;
  return { ...(number && { number }), ...(expiry && { expiry }), ...(cvc && { cvc }) };
}

/** Formats `4242424242424242` as on a card: `4242 4242 4242 4242`. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = isAmex(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})/g;
  const parts = isAmex(digits) ? (digits.match(groups)?.slice(1) ?? []) : (digits.match(groups) ?? []);
  return parts.filter(Boolean).join(' ');
}

/** Formats `1234` as `12 / 34` and `4` as `04`. A text with a slash stays as typed. */
export function formatExpiry(text: string): string {
  if (text.includes('/')) return text;
  const digits = digitsOf(text).slice(0, 6);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded;
}
