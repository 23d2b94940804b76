/** What the form holds while it is typed in: texts as typed, so that it can be kept and compared. */

import * as z from 'zod/mini';
import { errorsByField } from '#shared/errors-by-field.ts';
import { type ListingFieldName, listingTexts, recordOf } from '#shared/listing-fields.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { BusinessForm, ListingForm } from './business-form.ts';
import { Closures } from './closures.ts';
import { socialNetworks } from './contract.ts';
import type { EditableBusiness } from './owner-contract.ts';

export const FormValues = z.object({
  ...recordOf(listingTexts, () => z.string()),
  category: z.string(),
  hours: z.nullable(OpeningHours),
  closures: Closures,
  socialLinks: z.record(z.string(), z.string()),
  properties: z.array(z.string()),
} satisfies Record<ListingFieldName, z.ZodMiniType>);
export type FormValues = z.infer<typeof FormValues>;

export const emptyForm: FormValues = {
  ...recordOf(listingTexts, () => ''),
  category: '',
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

/** Returns what a form sends: the seven fields that every form has, and all others that are filled in now or were before. */
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
  return result.success ? {} : errorsByField(result.error);
}
