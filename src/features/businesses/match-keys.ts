/** Normalized forms for finding the same place under another spelling; businesses.nameKey and addressKey hold them. */

import { foldText } from '#shared/fold-text.ts';
import { type AddressParts, addressParts } from './address-parts.ts';

const legalForms = new Set([
  'inc',
  'incorporated',
  'llc',
  'llp',
  'lp',
  'ltd',
  'corp',
  'corporation',
  'pllc',
  'pc',
  'co',
]);

/** '' only for a name without a letter or digit. The leading 'The' and legal forms at the end do not count. */
export function nameKey(name: string): string {
  const words = foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ');
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop();
  if (words.length > 1 && words[0] === 'the') words.shift();
  return words.join(' ');
}

/**
 * House number and street: '255 e basse' for '255 E. Basse' and for '255 E Basse Rd Ste 1100, San Antonio, TX 78209'.
 * The town and the suite are left out, since either may be missing: compare them with the rest of the parts. '' when
 * there is no street.
 */
export function addressKey(address: string): string {
  return addressPartsKey(addressParts(address));
}

export function addressPartsKey(parts: AddressParts): string {
  return parts.number === '' ? parts.streetKey : `${parts.number} ${parts.streetKey}`;
}

/** The last ten digits; '' below seven. The index businesses_phone_digits computes the same. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < 7 ? '' : digits.slice(-10);
}
