/**
 * The fields of a listing that people write, in the order in which they are shown. Forms, history, staff pages, downloads, merges,
 * imports, city packs and the API read this list or must name each of its fields to compile. docs/how-to.md says how to add one.
 */
interface ListingField {
  /** Staff pages, histories and the choice of columns call it so; a form may say more. */
  label: string;
  /** The longest text, in characters; left out: it is no text. */
  max?: number;
  /** A listing has it always: the form refuses an empty one. */
  isRequired?: true;
  /**
   * A text that is optional, one line long and without rules of its own. Forms, pages of staff, downloads, imports and packs handle
   * every such field alike, without naming it.
   */
  isPlain?: true;
  /** Below the field in forms. */
  help?: string;
  /** The rule of a merge: fill the gap of the kept listing, leave the kept listing as it is, or a rule of its own. */
  merge: 'fill' | 'keep' | 'own';
  /** True: visitors see it. */
  isPublic: boolean;
  /** The weight of its words in searches, A before D; functions/2-listings.sql sets it. Left out: its words are not searched. */
  searched?: 'A' | 'B' | 'C' | 'D';
  /** Names of columns in imported files, without case, spaces and punctuation; the first filled column counts. */
  spellings?: string;
}

export const listingFields = {
  name: {
    label: 'Name',
    max: 120,
    isRequired: true,
    merge: 'keep',
    isPublic: true,
    searched: 'A',
    spellings:
      'name, business name, business, company, company name, title, store name, place name, organization, organisation, DBA, DBA name, trade name',
  },
  description: {
    label: 'Description',
    max: 5000,
    isRequired: true,
    merge: 'fill',
    isPublic: true,
    searched: 'D',
    spellings: 'description, about, details, summary',
  },
  category: {
    label: 'Category',
    isRequired: true,
    merge: 'keep',
    isPublic: true,
    searched: 'B',
    spellings: 'category, type, categories, business type, business category',
  },
  address: {
    label: 'Address',
    max: 250,
    isRequired: true,
    merge: 'fill',
    isPublic: true,
    searched: 'C',
    spellings: 'address, street address, address 1, address line 1, address line, full address, addr full, location',
  },
  /** Two columns that are written together: latitude and longitude. */
  place: { label: 'Place on the map', merge: 'own', isPublic: true },
  phone: {
    label: 'Phone',
    max: 40,
    merge: 'fill',
    isPublic: true,
    spellings: 'phone, telephone, tel, phone number, telephone number, contact phone, business phone',
  },
  email: {
    label: 'Email',
    max: 254,
    merge: 'fill',
    isPublic: true,
    spellings: 'email, email address, mail, contact email',
  },
  website: {
    label: 'Website',
    max: 500,
    merge: 'fill',
    isPublic: true,
    spellings: 'website, web, url, homepage, web address, website url, site, contact website',
  },
  hours: { label: 'Hours', merge: 'fill', isPublic: true, spellings: 'opening hours, hours' },
  closures: { label: 'Closings', merge: 'keep', isPublic: true },
  socialLinks: { label: 'Social links', merge: 'own', isPublic: true },
  parking: {
    label: 'Where to park',
    max: 200,
    isPlain: true,
    help: 'For example: Free lot behind the building, entrance on Oak Street.',
    merge: 'fill',
    isPublic: true,
    searched: 'D',
    spellings: 'parking, where to park, parking note, parking info',
  },
  properties: {
    label: 'Good to know',
    merge: 'own',
    isPublic: true,
    spellings: 'properties, amenities, features, attributes',
  },
} as const satisfies Record<string, ListingField>;

type Fields = typeof listingFields;
export type ListingFieldName = keyof Fields;
/** Fields with a limit. */
export type ListingText = { [K in ListingFieldName]: Fields[K] extends { max: number } ? K : never }[ListingFieldName];
/** Texts that every listing has. */
type RequiredText = { [K in ListingText]: Fields[K] extends { isRequired: true } ? K : never }[ListingText];
/** Optional lines without rules of their own. */
export type PlainText = { [K in ListingText]: Fields[K] extends { isPlain: true } ? K : never }[ListingText];
/** The name of a field in forms, answers and downloads: the place is a pair of numbers there. */
type Spelled<K> = Exclude<K, 'place'> | ('place' extends K ? keyof Place : never);
export type SpelledField = Spelled<ListingFieldName>;
export type PublicField = Spelled<
  { [K in ListingFieldName]: Fields[K] extends { isPublic: true } ? K : never }[ListingFieldName]
>;
export type ImportedField = {
  [K in ListingFieldName]: Fields[K] extends { spellings: string } ? K : never;
}[ListingFieldName];
/** A field with a column of its own. */
export type SingleField = Exclude<ListingFieldName, 'place'>;
/** The name of the field's column: that of the field, except for the category. */
export type ListingColumn = Exclude<SingleField, 'category'> | 'categoryId';

export interface Place {
  latitude: number;
  longitude: number;
}

/** Marked as pure: pages that use none of these lists load none of them. */
const entries = /* @__PURE__ */ Object.entries(listingFields) as [ListingFieldName, ListingField][];
const named = (test: (field: ListingField) => unknown) =>
  entries.filter(([, field]) => test(field)).map(([name]) => name);

export const listingTexts = /* @__PURE__ */ named(({ max }) => max) as ListingText[];
export const plainTexts = /* @__PURE__ */ named(({ isPlain }) => isPlain) as PlainText[];
export const publicPlainTexts = /* @__PURE__ */ named(({ isPlain, isPublic }) => isPlain && isPublic) as (PlainText &
  PublicField)[];
export const importedFields = /* @__PURE__ */ named(({ spellings }) => spellings) as ImportedField[];
export const fieldsToFill = /* @__PURE__ */ named(({ merge }) => merge === 'fill') as SingleField[];

const requiredTexts = /* @__PURE__ */ named(({ max, isRequired }) => max && isRequired);
export const isRequiredText = (name: ListingText): name is RequiredText => requiredTexts.includes(name);
export const isOptionalText = (name: ListingText): name is Exclude<ListingText, RequiredText> => !isRequiredText(name);

export const columnOf = (name: SingleField): ListingColumn => (name === 'category' ? 'categoryId' : name);
export const listingColumns: readonly ListingColumn[] = /* @__PURE__ */ entries.flatMap(([name]) =>
  name === 'place' ? [] : columnOf(name),
);

/** One value for each name. */
export function recordOf<K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>;
}

export const labelOf = (name: ListingFieldName): string => listingFields[name].label;
/** The limit of a text, in characters. */
export const maxOf = (name: ListingText): number => listingFields[name].max;
export const helpOf = (name: ListingFieldName): string | undefined => (listingFields[name] as ListingField).help;
/** The label of a field by the name of its column, or of the place; undefined for any other name. */
export function columnLabel(column: string): string | undefined {
  return entries.find(([name]) => (name === 'place' ? name : columnOf(name)) === column)?.[1].label;
}
