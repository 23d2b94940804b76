import type { JsonLdNode } from './json-ld.tsx';
import { absoluteUrl, type SeoTown } from './town.ts';

export interface LinkedName {
  name: string;
  /** Path on this site. */
  path: string;
}

/** The way from the home page to this one, the page itself last. */
export function breadcrumbNode(town: SeoTown, trail: readonly LinkedName[]): JsonLdNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(town, path),
    })),
  };
}

/** A list whose entries have pages of their own, in the order shown. */
export function itemListNode(town: SeoTown, name: string, entries: readonly LinkedName[]): JsonLdNode {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: entries.length,
    itemListElement: entries.map((entry, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: entry.name,
      url: absoluteUrl(town, entry.path),
    })),
  };
}
