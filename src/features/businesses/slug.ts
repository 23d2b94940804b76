/** Addresses of business pages: readable, and the same for the same input. */
import { cutAtWord, slugify } from '#shared/slugify.ts';
import { addressParts } from './address-parts.ts';

const maxLength = 100;

/**
 * From the shortest to the most exact: 'starbucks', 'starbucks-mccullough-ave', 'starbucks-4821-mccullough-ave',
 * 'starbucks-4821-mccullough-ave-san-antonio'. Where all are taken, a counter goes behind the last.
 */
export function slugCandidates(name: string, address: string): string[] {
  const stem = slugify(name) || 'business';
  const { number, street, city } = addressParts(address);
  const details = [street, `${number} ${street}`, `${number} ${street} ${city}`].map((text) =>
    slugify(text, maxLength),
  );
  const slugs = details.filter((detail) => detail !== '').map((detail) => cutAtWord(`${stem}-${detail}`, maxLength));
  return [...new Set([stem, ...slugs])];
}
