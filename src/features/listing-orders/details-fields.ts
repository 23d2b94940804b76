/** The facts from which staff write a paid listing, as the buyer sends them. */
import * as z from 'zod/mini';

/** In the order of the form, with the label and the largest number of characters of each. */
export const detailFields = {
  name: { label: 'Business name', max: 120 },
  kind: { label: 'What kind of business is it?', max: 120 },
  address: { label: 'Address', max: 200 },
  phone: { label: 'Phone', max: 40 },
  website: { label: 'Website', max: 300 },
  hours: { label: 'Opening hours', max: 600 },
  about: { label: 'What should neighbors know?', max: 3_000 },
  more: { label: 'Anything else for us?', max: 1_500 },
} as const;
export type DetailField = keyof typeof detailFields;
export const detailNames = Object.keys(detailFields) as DetailField[];

function text(field: DetailField) {
  const { max } = detailFields[field];
  const tooLong = `Please keep it under ${max.toLocaleString('en-US')} characters`;
  return z.string().check(z.trim(), z.maxLength(max, tooLong));
}

const optional = (field: Exclude<DetailField, 'name'>) => z._default(text(field), '');

/** All but the name may be empty. */
export const OrderDetails = z.object({
  name: z
    .string('Please enter the name')
    .check(
      z.trim(),
      z.minLength(1, 'Please enter the name'),
      z.maxLength(detailFields.name.max, 'Please keep it under 120 characters'),
    ),
  kind: optional('kind'),
  address: optional('address'),
  phone: optional('phone'),
  website: optional('website'),
  hours: optional('hours'),
  about: optional('about'),
  more: optional('more'),
});
export type OrderDetails = z.output<typeof OrderDetails>;

const minLength = 3;

/** False where there is nothing to write a listing from: Send may be pressed by a slip, and the work would begin. */
export function saysSomething(sent: Partial<OrderDetails>): boolean {
  return detailNames.some((name) => name !== 'name' && (sent[name] ?? '').length >= minLength);
}
