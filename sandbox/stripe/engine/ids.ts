import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomLetters(length: number): string {
  let text = '';
  // 248 is the greatest multiple of 62 in a byte. Without this limit the first letters would be more
  // frequent.
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += letters[byte % 62];
  }
  return text;
}

/** Makes an id that looks like Stripe's: `newId('cus')` is `cus_` and 24 letters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomLetters(24)}`;
}
