/** Recognizes columns and properties by their usual names. */
import { listingFields, recordOf } from '#shared/listing-fields.ts';
import { type FieldName, listFields } from './import-row.ts';

/** Names, compared without case, spaces and punctuation. When several columns fit one field, the earlier name wins. */
export const columnSpellings: Record<Exclude<FieldName, 'osmTag' | 'osmProperties'>, string> = {
  ...recordOf(listFields, (name) => listingFields[name].spellings),
  openingHours: listingFields.hours.spellings,
  street: 'street, addr street, street name, addr',
  houseNumber: 'house number, addr house number, street number',
  unit: 'address 2, address line 2, suite, unit, addr unit, addr suite',
  city: 'city, town, addr city, municipality, locality',
  region: 'state, region, province, addr state, state code',
  postalCode: 'zip, zip code, post code, postal code, addr postcode',
  latitude: 'latitude, lat, y',
  longitude: 'longitude, lon, lng, long, x',
  kind: 'kind, subcategory, subtype',
  source: 'source, data source',
  sourceId: 'source id, id, external id',
};

/** The name that a file of our own gives to the column of each field. */
export const columnNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(columnSpellings).map(([field, names]) => [field, names.split(', ')[0] ?? field]),
);

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const fieldOf = new Map<string, { field: FieldName; rank: number }>();
for (const [field, names] of Object.entries(columnSpellings) as [FieldName, string][]) {
  for (const [rank, name] of names.split(', ').entries()) fieldOf.set(plain(name), { field, rank });
}

/** In the order in which they decide the category of a place with several of them. */
const osmKeys = ['shop', 'amenity', 'healthcare', 'office', 'craft', 'tourism', 'leisure'];

/**
 * Columns of tables whose names are OpenStreetMap tags for properties. In OpenStreetMap's own files every tag
 * is read.
 */
const osmPropertyName =
  /^(delivery|takeaway|drive_through|reservation|outdoor_seating|wheelchair|live_music|dog|appointment|lgbtq|kids_area|highchair|changing_table|internet_access|(diet|payment|language|toilets|internet_access):[a-z0-9_]+)$/;

const emptyWords = new Set(['', '-', '--', 'n/a', 'null', 'none', 'undefined', 'nan']);

/** Column number and field, in the order in which they are tried. */
type ColumnPlan = readonly { at: number; field: FieldName; osmKey?: string }[];

/** For a header row or the keys of an object. Unknown columns are left out. */
export function mapColumns(names: readonly string[]): ColumnPlan {
  const plan: { at: number; field: FieldName; rank: number; osmKey?: string }[] = [];
  for (const [at, name] of names.entries()) {
    const key = plain(name);
    const known = fieldOf.get(key);
    if (known) plan.push({ at, ...known });
    else if (osmKeys.includes(key)) plan.push({ at, field: 'osmTag', rank: osmKeys.indexOf(key), osmKey: key });
    else if (osmPropertyName.test(name.trim())) plan.push({ at, field: 'osmProperties', rank: 0, osmKey: name.trim() });
  }
  return plan.sort((a, b) => a.rank - b.rank);
}

/** A column and the field that staff chose for it; null when it is left out. */
export interface ChosenColumn {
  name: string;
  field: FieldName | null;
}

/** The field that a column's name usually means. */
export function guessField(name: string): FieldName | null {
  return mapColumns([name])[0]?.field ?? null;
}

/**
 * The chosen plan. When several columns have one field, those that would have been guessed come first, then
 * the earlier ones.
 */
export function planColumns(chosen: readonly ChosenColumn[]): ColumnPlan {
  const guessed = mapColumns(chosen.map(({ name }) => name));
  const rankOf = (at: number, field: FieldName) => {
    const rank = guessed.findIndex((guess) => guess.at === at && guess.field === field);
    return rank < 0 ? guessed.length + at : rank;
  };
  return chosen
    .flatMap(({ name, field }, at) => {
      if (field === null) return [];
      const osmKey =
        field === 'osmTag' ? plain(name) : field === 'osmProperties' ? name.trim().toLowerCase() : undefined;
      return [{ at, field, rank: rankOf(at, field), ...(osmKey === undefined ? {} : { osmKey }) }];
    })
    .sort((a, b) => a.rank - b.rank);
}

/**
 * The recognized, non-empty values of one row; when several columns have one field, the first non-empty one.
 */
export function pickFields(plan: ColumnPlan, values: readonly unknown[]): Partial<Record<FieldName, string>> {
  const fields: Partial<Record<FieldName, string>> = {};
  for (const { at, field, osmKey } of plan) {
    // A place has one name and many tags.
    const isList = field === 'osmProperties';
    if (fields[field] !== undefined && !isList) continue;
    const given = values[at];
    if (typeof given !== 'string' && typeof given !== 'number') continue;
    const text = String(given).trim();
    // A place may really be called 'None'.
    if (field === 'name' ? text === '' : emptyWords.has(text.toLowerCase())) continue;
    const value = osmKey ? `${osmKey}=${text}` : text;
    fields[field] = isList && fields[field] ? `${fields[field]}\n${value}` : value;
  }
  return fields;
}

/** The recognized values of one object; names without a choice are guessed. */
export function pickProperties(
  properties: Record<string, unknown>,
  chosen: readonly ChosenColumn[] = [],
): Partial<Record<FieldName, string>> {
  const names = Object.keys(properties);
  if (chosen.length === 0) return pickFields(mapColumns(names), Object.values(properties));
  const fields = new Map(chosen.map(({ name, field }) => [name, field]));
  const columns = names.map((name) => ({
    name,
    field: fields.has(name) ? (fields.get(name) ?? null) : guessField(name),
  }));
  return pickFields(planColumns(columns), Object.values(properties));
}

const osmTagNames = new Set([
  ...osmKeys,
  ...['name', 'phone', 'website', 'email', 'description', 'opening_hours'],
  ...['contact:phone', 'contact:website', 'contact:email'],
]);

/** Uses only OpenStreetMap tags that mean the same here: its 'source' and 'location' mean something else. */
export function pickOsmTags(tags: Record<string, unknown>): Partial<Record<FieldName, string>> {
  const entries = Object.entries(tags);
  const isKnown = (key: string) => osmTagNames.has(key) || key.startsWith('addr:');
  const known = entries.filter(([key]) => isKnown(key));
  // '@id' and the like are of the export, not of the place.
  const others = entries.filter(([key, value]) => !isKnown(key) && !key.startsWith('@') && typeof value === 'string');
  const osmProperties = others.map(([key, value]) => `${key}=${value}`).join('\n');
  const fields = pickProperties(Object.fromEntries(known));
  return osmProperties === '' ? fields : { ...fields, osmProperties };
}
