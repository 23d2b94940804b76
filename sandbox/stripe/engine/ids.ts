import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomLetters(length: number): string {
  let text = '';
  // 248 is the greatest multiple of 62 in a byte: what is above would favor the first letters.
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += letters[byte % 62];
  }
  return text;
}

/** An id as Stripe's look: `newId('cus')` is `cus_` and 24 letters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomLetters(24)}`;
}
