/** The values of the form while somebody types: texts as typed, so that a draft can be stored and compared. */

import * as z from 'zod/mini';
import { errorsByField } from '#shared/errors-by-field.ts';
import { listingTexts, recordOf, type SpelledField } from '#shared/listing-fields.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { BusinessForm, ListingForm } from './business-form.ts';
import { Closures } from './closures.ts';
import { socialNetworks } from './contract.ts';
import type { EditableBusiness } from './owner-contract.ts';
import { phoneError } from './phone-link.ts';
import { halfPlaceError } from './place.ts';

export const FormValues = z.object({
  ...recordOf(listingTexts, () => z.string()),
  category: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  hours: z.nullable(OpeningHours),
  closures: Closures,
  socialLinks: z.record(z.string(), z.string()),
  properties: z.array(z.string()),
} satisfies Record<SpelledField, z.ZodMiniType>);
export type FormValues = z.infer<typeof FormValues>;

export const emptyForm: FormValues = {
  ...recordOf(listingTexts, () => ''),
  category: '',
  latitude: '',
  longitude: '',
  hours: null,
  closures: [],
  socialLinks: {},
  properties: [],
};

type FormField = keyof FormValues;
const formFields = Object.keys(emptyForm) as FormField[];
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function formValuesOf(business: EditableBusiness): FormValues {
  return {
    ...recordOf(listingTexts, (name) => business[name] ?? ''),
    category: business.category,
    latitude: String(business.latitude ?? ''),
    longitude: String(business.longitude ?? ''),
    hours: business.hours,
    closures: business.closures,
    socialLinks: Object.fromEntries(
      socialNetworks.flatMap((network) => {
        const link = business.socialLinks[network];
        return link === undefined ? [] : [[network, link]];
      }),
    ),
    properties: business.properties,
  };
}

type AlwaysSent = keyof BusinessForm;

/** Returns the body of a form: the seven fields that every form has, and the others that are or were filled in. */
export function sentValues(
  values: FormValues,
  before: FormValues,
): Pick<FormValues, AlwaysSent> & Partial<Omit<FormValues, AlwaysSent>> {
  const isEmpty = (form: FormValues, field: FormField) => isSame(form[field], emptyForm[field]);
  const left = formFields.filter(
    (field) => !(field in BusinessForm.shape) && isEmpty(values, field) && isEmpty(before, field),
  );
  const sent = { ...values };
  for (const field of left) Reflect.deleteProperty(sent, field);
  return sent;
}

/** The first sentence for each refused field; 'closures.0' and 'socialLinks.facebook' name parts. */
export function checkValues(values: FormValues): Record<string, string> {
  const result = z.safeParse(ListingForm, values);
  const errors = result.success ? halfPlaceError(values) : errorsByField(result.error);
  return { ...errors, ...phoneError(values.phone) };
}
