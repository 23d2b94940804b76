/** The fields of a listing that a visitor may correct. */
import { type ListingFieldName, labelOf, listingFields, type SingleField } from '#shared/listing-fields.ts';

/** 'other': nothing of the list; staff read it and do what it says. */
export type CorrectionField = ListingFieldName | 'other';

/** In the order of the listing's page. */
export const correctionFields = /* @__PURE__ */ Object.keys({ ...listingFields, other: null }) as [
  CorrectionField,
  ...CorrectionField[],
];

/** The label in the form, in mails and for staff. */
export const correctionLabel = (field: CorrectionField): string =>
  field === 'other' ? 'Something else' : labelOf(field);

/** Fields whose value is no line of text: staff change them in the listing's form. */
const byHand: readonly CorrectionField[] = ['place', 'closures', 'socialLinks', 'properties', 'hours', 'other'];

/** Tells whether a visitor's words can be written into the listing as they are. */
export const canTakeOver = (field: CorrectionField): field is Exclude<SingleField, 'hours'> => !byHand.includes(field);
