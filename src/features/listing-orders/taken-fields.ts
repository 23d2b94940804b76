/** Tells which facts of a buyer the begun listing takes over. */
import type * as z from 'zod/mini';
import { BusinessForm } from '#features/businesses/business-form.ts';
import { detailFields, type OrderDetails } from './details-fields.ts';

const { name, address, phone, website } = BusinessForm.shape;
const schemas = { name, address, phone, website } satisfies Partial<Record<keyof OrderDetails, z.ZodMiniType>>;
type TakenField = keyof typeof schemas;

/** The text as the listing's field takes it; '' where it does not fit, so that staff see a gap and not an error. */
export function takenText(field: TakenField, text: string): string {
  const read = (schemas[field] as z.ZodMiniType<unknown>).safeParse(text);
  return read.success ? String(read.data ?? '') : '';
}

/** The facts that fit no field of the listing and are left out, such as 'Website “vicvinyl”'. Staff have to ask for them. */
export function notTaken(details: OrderDetails | null): string[] {
  if (details === null) return [];
  return (Object.keys(schemas) as TakenField[]).flatMap((field) =>
    details[field] !== '' && takenText(field, details[field]) === ''
      ? [`${detailFields[field].label} “${details[field]}”`]
      : [],
  );
}
