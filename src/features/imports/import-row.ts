/** The data that an import carries from a file to the database. */
import { type ImportedField, importedFields, maxOf, type PlainText } from '#shared/listing-fields.ts';
import type { OpeningHours } from '#shared/opening-hours.ts';

const otherFields = [
  'street',
  'houseNumber',
  'unit',
  'city',
  'region',
  'postalCode',
  'latitude',
  'longitude',
  'kind',
  'openingHours',
  'source',
  'sourceId',
  /** 'shop=bakery': the OpenStreetMap tag that names the kind of place. */
  'osmTag',
  /** 'delivery=yes', one per line: the tags that name properties of the place. */
  'osmProperties',
] as const;
/** Fields of a listing that an import can set, by the names of the list; `hours` has a field of its own. */
type ListField = Exclude<ImportedField, 'hours'>;
export type FieldName = ListField | (typeof otherFields)[number];
export const listFields = importedFields.filter((name): name is ListField => name !== 'hours');
export const fieldNames: readonly FieldName[] = [...listFields, ...otherFields];

export interface TableRow {
  columns: readonly string[];
  cells: readonly string[];
}

/** One place as the file has it: columns recognized, nothing checked. */
export interface RawRow {
  /** The line where it ends in the file, from 1; for a compressed file, in the unpacked text. */
  line: number;
  fields: Partial<Record<FieldName, string>>;
  /** The reason why the reader refused it. */
  rejected?: string;
  /** Cells behind the last column of a refused row, in their places. */
  extra?: string[];
  /** The row and the header as a table has them, whatever is recognized of it. */
  table?: TableRow;
  /** Not a business: a street or a bench of a map extract. */
  skipped?: true;
}

/** One place, checked and in the form of the businesses table. Missing values are null, never ''. */
export interface ImportRow extends Record<PlainText, string | null> {
  line: number;
  name: string;
  /** '' when the file has none. */
  address: string;
  phone: string | null;
  website: string | null;
  email: string | null;
  description: string | null;
  /** Null when neither the file nor the options name a category of the site. */
  categorySlug: string | null;
  latitude: number | null;
  longitude: number | null;
  hours: OpeningHours | null;
  /** Keys of the town's list, in its order; empty when the file names none. */
  properties: string[];
  source: string | null;
  sourceId: string | null;
}

export const maxSourceLength = 200;

/** The report's sentences about values that were left out of imported rows. */
export const noticeTexts = {
  category_unknown: 'category unknown: listed under the fallback category',
  coordinates: 'coordinates missing one half, out of range or 0, 0: left out',
  phone: 'telephone number not readable: left out',
  website: 'website not a web address (http or https) or too long: left out',
  email: 'email not valid: left out',
  description: `description over ${maxOf('description')} characters: shortened`,
  text: 'text longer than its field may be: shortened',
  hours: 'opening hours not readable: left out',
  hours_clash: 'opening hours that run into the next opening: left out',
  properties: 'property unknown to this town: left out',
  owned: 'has an owner: only empty fields are filled, what the owner wrote stays',
} as const;
export type Notice = keyof typeof noticeTexts;

/** The import cannot run, mostly because of the file; the message says what is wrong and what to do. */
export class ImportRefusal extends Error {
  override name = 'ImportRefusal';
}

/** Another import is running; this one can run later unchanged. */
export class ImportBusy extends ImportRefusal {
  override name = 'ImportBusy';
}
