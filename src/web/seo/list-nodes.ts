import type { JsonLdNode } from './json-ld.tsx';
import { absoluteUrl, type SeoTown } from './town.ts';

export interface LinkedName {
  name: string;
  /** Path on this site. */
  path: string;
}

/** The trail from the home page to this page, which comes last. */
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

/** A list in the order shown; each entry has a page of its own. */
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
