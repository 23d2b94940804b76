/** Helpers for tests of structured data. */
import type { JsonLdNode } from '#web/seo/json-ld.tsx';
import type { SeoTown } from '#web/seo/town.ts';

/** A made-up town at the position of the default town. */
export const town: SeoTown = {
  name: 'Oak Bend',
  region: 'TX',
  country: 'US',
  postalCode: '78299',
  timeZone: 'America/Chicago',
  language: 'en',
  description: 'Shops, news and events of Oak Bend.',
  geo: { latitude: 29.5103, longitude: -98.508 },
  siteUrl: 'https://oakbend.example',
};

/**
 * The `fields` that a node lacks ('address.addressRegion' looks inside, 'itemListElement.name' into each
 * entry).
 */
export function missingFields(node: JsonLdNode, fields: readonly string[]): string[] {
  const parsed = JSON.parse(JSON.stringify(node)) as unknown;
  return fields.filter((field) => !has(parsed, field.split('.')));
}

function has(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return value !== undefined && value !== null && value !== '';
  if (Array.isArray(value)) return value.length > 0 && value.every((entry) => has(entry, [name, ...rest]));
  return typeof value === 'object' && value !== null && has((value as Record<string, unknown>)[name], rest);
}
