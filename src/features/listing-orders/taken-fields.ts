/** Tells which facts of a buyer the begun listing takes over, and what it says instead of them. */
import type * as z from 'zod/mini';
import { BusinessForm } from '#features/businesses/business-form.ts';
import { detailFields, type OrderDetails } from './details-fields.ts';

const { name, address, phone, website } = BusinessForm.shape;
const schemas = { name, address, phone, website } satisfies Partial<Record<keyof OrderDetails, z.ZodMiniType>>;
type CheckedField = keyof typeof schemas;
/** The words about the business are taken as they are: staff see below the form whether they are enough. */
export const takenFields = ['name', 'address', 'phone', 'website', 'about'] as const;
type TakenField = (typeof takenFields)[number];

/** The text as the listing's field takes it; '' where it does not fit, so that staff see a gap and not an error. */
export function takenText(field: CheckedField, text: string): string {
  const read = (schemas[field] as z.ZodMiniType<unknown>).safeParse(text);
  return read.success ? String(read.data ?? '') : '';
}

/** The facts that fit no field of the listing and are left out, such as 'Website “vicvinyl”'. Staff have to ask for them. */
export function notTaken(details: OrderDetails | null): string[] {
  if (details === null) return [];
  return (Object.keys(schemas) as CheckedField[]).flatMap((field) =>
    details[field] !== '' && takenText(field, details[field]) === ''
      ? [`${detailFields[field].label} “${details[field]}”`]
      : [],
  );
}

/** The column of the listing in which a fact stands. */
const columnOf = (field: TakenField) => (field === 'about' ? 'description' : field);

type Said = Partial<Record<'name' | 'address' | 'phone' | 'website' | 'description', string | null>>;

interface Difference {
  field: TakenField;
  /** '' where the listing says nothing. */
  ours: string;
  theirs: string;
}

/** The facts that a listing does not have as they were sent. What fits no field is left out. */
export function notAsSent(details: OrderDetails | null | undefined, listing: Said): Difference[] {
  if (!details) return [];
  return takenFields
    .map((field) => ({
      field,
      ours: listing[columnOf(field)]?.trim() ?? '',
      theirs: field === 'about' ? details.about : takenText(field, details[field]),
    }))
    .filter(({ ours, theirs }) => theirs !== '' && theirs !== ours);
}
