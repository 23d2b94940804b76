import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import type { Place } from '#shared/listing-fields.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import type { Closures } from '../closures.ts';
import type { SocialLinks } from '../contract.ts';
import { hoursText } from '../hours-text.ts';
import { placeWords } from '../place.ts';

/** The names of what values only hold an id or a key of. */
interface ValueNames {
  /** Id to name. */
  categories: ReadonlyMap<string, string>;
  /** Key to name, as the town's list has them. */
  properties: ReadonlyMap<string, string>;
}

export async function readValueNames(db: Database, { properties }: Pick<CityPack, 'properties'>): Promise<ValueNames> {
  const rows = await db.select({ id: categories.id, name: categories.name }).from(categories);
  return {
    categories: new Map(rows.map(({ id, name }) => [id, name])),
    properties: new Map(properties.map(({ key, name }) => [key, name])),
  };
}

/** A field's value in words, for the change list; '' for an empty value. */
export function describeValue(field: string, value: unknown, names: ValueNames): string {
  if (value === null || value === undefined) return '';
  if (field === 'categoryId') return names.categories.get(String(value)) ?? String(value);
  if (field === 'place') return placeWords(value as Place);
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
  if (field === 'properties')
    return (value as string[]).map((key) => names.properties.get(key) ?? keyWords(key)).join(', ');
  return String(value);
}

/** A listing keeps what the town's list has no more: 'outdoor-seating' gives 'Outdoor seating'. */
function keyWords(key: string): string {
  const words = key.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
