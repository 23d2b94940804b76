/** What the form holds while it is typed in: texts as typed, so that it can be kept and compared. */

import * as z from 'zod/mini';
import { errorsByField } from '#shared/errors-by-field.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { BusinessExtras, BusinessForm } from './business-form.ts';
import { Closures } from './closures.ts';
import { socialNetworks } from './contract.ts';
import type { EditableBusiness } from './owner-contract.ts';

export const FormValues = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string(),
  hours: z.nullable(OpeningHours),
  closures: Closures,
  socialLinks: z.record(z.string(), z.string()),
  properties: z.array(z.string()),
});
export type FormValues = z.infer<typeof FormValues>;

export const emptyForm: FormValues = {
  name: '',
  description: '',
  category: '',
  address: '',
  phone: '',
  email: '',
  website: '',
  hours: null,
  closures: [],
  socialLinks: {},
  properties: [],
};

export function formValuesOf(business: EditableBusiness): FormValues {
  return {
    name: business.name,
    description: business.description ?? '',
    category: business.category,
    address: business.address ?? '',
    phone: business.phone ?? '',
    email: business.email ?? '',
    website: business.website ?? '',
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

/**
 * What a form sends. Properties are left out where none was chosen before or now: a listing without any is sent with the fields that
 * everybody fills in.
 */
export function sentValues(values: FormValues, before: FormValues) {
  const { properties, ...others } = values;
  const isSent = properties.length > 0 || before.properties.length > 0;
  return { ...others, ...(isSent ? { properties } : {}) };
}

const WholeForm = z.extend(BusinessForm, BusinessExtras.shape);

/** The first sentence for each refused field; 'closures.0' and 'socialLinks.facebook' name parts. */
export function checkValues(values: FormValues): Record<string, string> {
  const result = z.safeParse(WholeForm, values);
  return result.success ? {} : errorsByField(result.error);
}
