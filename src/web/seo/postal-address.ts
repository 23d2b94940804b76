import type { JsonLdNode } from './json-ld.tsx';
import type { SeoTown } from './town.ts';

/**
 * Splits an address as people typed it when its end has the usual form ('…, Town, TX 78212'). Otherwise the
 * whole text is the street, with the town's own name and region. Null when only the town is known.
 */
export function postalAddress(town: SeoTown, address: string | null): JsonLdNode {
  const parts = /^(.+?),\s*([^,\d]+),\s*([A-Z]{2})(?:\s+([A-Z0-9][A-Z0-9 -]{2,9}))?$/.exec(address?.trim() ?? '');
  return {
    '@type': 'PostalAddress',
    streetAddress: parts?.[1] ?? (address?.trim() || undefined),
    addressLocality: parts?.[2]?.trim() ?? town.name,
    addressRegion: parts?.[3] ?? town.region,
    postalCode: parts ? parts[4] : address === null ? town.postalCode : undefined,
    addressCountry: town.country,
  };
}
