import type { Closures } from '#features/businesses/closures.ts';
import type { SocialLinks } from '#features/businesses/contract.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import { hoursText } from '../hours-text.ts';

/** A field's value in words, for the change list; '' for an empty value. */
export function describeValue(field: string, value: unknown, categoryNames: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  if (field === 'categoryId') return categoryNames.get(String(value)) ?? String(value);
  if (field === 'hours') return hoursText(value as OpeningHours);
  if (field === 'closures') {
    return (value as Closures)
      .map(({ from, to, note }) => `${from === to ? from : `${from} to ${to}`}${note === '' ? '' : ` (${note})`}`)
      .join('\n');
  }
  if (field === 'socialLinks') {
    return Object.entries(value as SocialLinks)
      .map(([network, address]) => `${network}: ${address}`)
      .join('\n');
  }
  if (field === 'properties') return (value as string[]).map(propertyWords).join(', ');
  return String(value);
}

/** 'outdoor-seating' gives 'Outdoor seating'. */
function propertyWords(key: string): string {
  const words = key.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
