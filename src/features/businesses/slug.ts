/** Addresses of business pages: readable, and the same for the same input. */
import { addressParts } from './address-parts.ts';
import { foldText } from './fold-text.ts';

const maxStemLength = 60;
const maxLength = 100;

function cutAtWord(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length + 1);
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : slug.slice(0, length);
}

/** ASCII letters, digits and single hyphens; '' when the text has none of them. */
export function slugify(text: string, length = maxStemLength): string {
  const slug = foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return cutAtWord(slug, length);
}

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
