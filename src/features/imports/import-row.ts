/** What an import carries from a file to the database. */
import type { OpeningHours } from '#shared/opening-hours.ts';

export const fieldNames = [
  'name',
  'address',
  'street',
  'houseNumber',
  'unit',
  'city',
  'region',
  'postalCode',
  'phone',
  'website',
  'email',
  'latitude',
  'longitude',
  'category',
  'kind',
  'description',
  'openingHours',
  /** Names or keys of properties with ',' or ';' between them. */
  'properties',
  'source',
  'sourceId',
  /** 'shop=bakery': the OpenStreetMap tag that says what the place is. */
  'osmTag',
  /** 'delivery=yes', one a line: the tags that say what the place has. */
  'osmProperties',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** One place as the file has it, its columns recognized and nothing checked. */
export interface RawRow {
  /** Where it ends in the file, from 1; in the unpacked text of a compressed one. */
  line: number;
  fields: Partial<Record<FieldName, string>>;
  /** The reader saw that it cannot be used, and why. */
  rejected?: string;
  /** It is no business at all: a street or a bench of a map extract. */
  skipped?: true;
}

/** One place, checked and in the forms of the businesses table. Missing values are null, never ''. */
export interface ImportRow {
  line: number;
  name: string;
  /** '' when the file has none. */
  address: string;
  phone: string | null;
  website: string | null;
  email: string | null;
  description: string | null;
  /** null: neither the file nor the options name a category that the site has. */
  categorySlug: string | null;
  latitude: number | null;
  longitude: number | null;
  hours: OpeningHours | null;
  /** Keys of the town's list, in its order; empty: the file names none. */
  properties: string[];
  source: string | null;
  sourceId: string | null;
}

export const importLimits = {
  nameLength: 120,
  addressLength: 200,
  descriptionLength: 2000,
  websiteLength: 500,
  emailLength: 254,
  sourceLength: 200,
} as const;

/** What was left out of rows that were imported all the same, and how a report says so. */
export const noticeTexts = {
  category_unknown: 'category unknown: listed under the fallback category',
  coordinates: 'coordinates missing one half, out of range or 0, 0: left out',
  phone: 'telephone number not readable: left out',
  website: 'website not a web address (http or https) or too long: left out',
  email: 'e-mail address not valid: left out',
  description: `description over ${importLimits.descriptionLength} characters: shortened`,
  hours: 'opening hours not readable: left out',
  properties: 'property unknown to this town: left out',
} as const;
export type Notice = keyof typeof noticeTexts;

/** The import cannot be done, mostly because of the file; the message tells people what is wrong and what to do. */
export class ImportRefusal extends Error {
  override name = 'ImportRefusal';
}

/** Another one is at work; it can be done later as it is. */
export class ImportBusy extends ImportRefusal {
  override name = 'ImportBusy';
}
