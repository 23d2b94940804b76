/** A listing during an import, and the values that a row of a file may change in it. */
import { type AddressParts, addressParts } from '#features/businesses/address-parts.ts';
import { addressPartsKey, nameKey, phoneKey } from '#features/businesses/match-keys.ts';
import { weekdays } from '#shared/city.ts';
import { type PlainText, plainTexts, recordOf } from '#shared/listing-fields.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';
import { haveDifferentIds, type Place } from './compare-places.ts';
import type { ImportRow } from './import-row.ts';
import type { KnownPlace } from './place-index.ts';

/** The values that an import reads, compares and writes. */
export interface ListingValues extends Record<PlainText, string | null> {
  name: string;
  address: string;
  phone: string | null;
  website: string | null;
  email: string | null;
  description: string;
  /** Null only in a new listing, which goes to the category for everything else. */
  categorySlug: string | null;
  latitude: number | null;
  longitude: number | null;
  hours: OpeningHours | null;
  properties: readonly string[];
  source: string | null;
  sourceId: string | null;
}

export interface Listing extends KnownPlace, ListingValues {
  /** Null when this run adds it. */
  slug: string | null;
  version: number;
  owned: boolean;
  /** Owner or staff have put the pin where it is. */
  isPinned: boolean;
  /** Must be written at the end of the batch. */
  changed: boolean;
  /** The values of a listing of the site before this batch; absent until a row changes it. */
  former?: ListingValues;
}

/** The keys stored with a listing; null when it was written without them. */
type Keys = { [K in 'nameKey' | 'addressKey']: string | null };

export function placeOf(values: Contact & Location, keys?: Keys): Place {
  const { address, website, latitude, longitude, source, sourceId } = values;
  let parts: AddressParts | undefined;
  const lazyParts = () => {
    parts ??= addressParts(address);
    return parts;
  };
  return {
    nameKey: keys?.nameKey ?? nameKey(values.name),
    addressKey: keys?.addressKey ?? addressPartsKey(lazyParts()),
    parts: lazyParts,
    phoneKey: phoneKey(values.phone ?? ''),
    website,
    latitude,
    longitude,
    source,
    sourceId,
  };
}

type Contact = Pick<ListingValues, 'name' | 'address' | 'phone' | 'website'>;
type Location = Pick<ListingValues, 'latitude' | 'longitude' | 'source' | 'sourceId'>;

export function newListing(id: string, row: ImportRow): Listing {
  return {
    ...row,
    ...placeOf(row),
    description: row.description ?? '',
    id,
    slug: null,
    version: 1,
    owned: false,
    isPinned: false,
    changed: false,
    touched: true,
  };
}

/** The listing came from another source, or from another entry of the same one. */
export function isFromElsewhere(listing: Listing, place: Place): boolean {
  if (listing.source === null || place.source === null) return false;
  return listing.source !== place.source || haveDifferentIds(listing, place);
}

type ValueName = keyof ListingValues;

/** The rule of takeOver for each value: it takes the whole value, or has a rule of its own. */
const rules: Record<Exclude<ValueName, PlainText>, 'choose' | 'own'> = {
  ...{ name: 'choose', address: 'choose', phone: 'choose', website: 'choose', email: 'choose' },
  ...{ description: 'own', categorySlug: 'choose', latitude: 'own', longitude: 'own', hours: 'choose' },
  ...{ properties: 'own', source: 'own', sourceId: 'own' },
};
const ruled = Object.keys(rules) as (keyof typeof rules)[];
export const valueNames: readonly ValueName[] = [...ruled, ...plainTexts];
const chosen = [...ruled.filter((name) => rules[name] === 'choose'), ...plainTexts] as Exclude<
  ValueName,
  'description'
>[];

/** The part of a value that counts where the same can be written in several ways. */
const meant: Partial<Record<ValueName, (text: string) => string>> = {
  phone: (text) => text.replace(/\D/g, '').replace(/^1(?=\d{10})/, ''),
  website: (text) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : text),
  email: (text) => text.toLowerCase(),
};
const withoutSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A number with other dashes is no news: the writing that is there stays. */
function isSameMeant(name: ValueName, old: unknown, offered: unknown): boolean {
  if (typeof old !== 'string' || typeof offered !== 'string' || old === '') return false;
  const key = meant[name] ?? withoutSpaces;
  return key(old) !== '' && key(old) === key(offered);
}

const hoursText = (hours: OpeningHours | null) => JSON.stringify(weekdays.map((day) => hours?.[day] ?? []));

/**
 * Takes over the row's values; a value that the row lacks is never erased. Only empty fields are filled in a
 * listing that has an owner, came from elsewhere, or was written by an earlier row of the same run.
 * @returns whether anything has changed
 */
export function takeOver(listing: Listing, row: ImportRow, place: Place): boolean {
  const onlyGaps = listing.owned || listing.touched || isFromElsewhere(listing, place);
  const before = JSON.stringify(valuesOf(listing));
  const former = recordOf(valueNames, (name) => listing[name]) as unknown as ListingValues;
  const choose = <T>(old: T, offered: T): T => {
    const isGap = old === null || old === '';
    return offered === null || offered === '' || (onlyGaps && !isGap) ? old : offered;
  };
  const values: ListingValues = listing;
  const take = <K extends ValueName>(name: K, offered: Pick<ListingValues, K>) => {
    if (!isSameMeant(name, values[name], offered[name])) values[name] = choose(values[name], offered[name]);
  };
  for (const name of chosen) take(name, row);
  take('description', { description: row.description ?? '' });
  // Half of one position and half of another would be a third place.
  if (
    row.latitude !== null &&
    ((!onlyGaps && !listing.isPinned) || listing.latitude === null || listing.longitude === null)
  ) {
    listing.latitude = row.latitude;
    listing.longitude = row.longitude;
  }
  // A file rarely names all properties, so existing ones stay. An owner's choice is complete and is not added
  // to.
  if (!onlyGaps || listing.properties.length === 0) {
    listing.properties = [...new Set([...listing.properties, ...row.properties])];
  }
  if (listing.source === null || (listing.source === row.source && listing.sourceId === null)) {
    listing.source = row.source;
    listing.sourceId = row.sourceId;
  }
  if (JSON.stringify(valuesOf(listing)) === before) return false;
  if (listing.slug !== null) listing.former ??= former;
  Object.assign(listing, placeOf(listing));
  return true;
}

const sameWritten = (name: ValueName, value: unknown) =>
  name === 'hours' ? hoursText(value as OpeningHours | null) : JSON.stringify(value);

/** The row has a text for a field in which the listing has another one. */
export function saysOtherwise(listing: Listing, row: ImportRow): boolean {
  const values: ListingValues = listing;
  const isOther = <K extends ValueName>(name: K, offered: ListingValues[K]) =>
    offered !== null &&
    offered !== '' &&
    !isSameMeant(name, values[name], offered) &&
    sameWritten(name, values[name]) !== sameWritten(name, offered);
  return chosen.some((name) => isOther(name, row[name])) || isOther('description', row.description ?? '');
}

function valuesOf(listing: Listing): unknown[] {
  return valueNames.map((name) => (name === 'hours' ? hoursText(listing.hours) : listing[name]));
}
