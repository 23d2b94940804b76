/** The edit of a listing that lacks a required text. Apart from form-values.ts, so that the form that adds a listing does not load it. */
import * as z from 'zod/mini';
import { BusinessForm } from './business-form.ts';
import { checkValues, type FormValues, sentValues } from './form-values.ts';

/** The required texts that an import may have left empty. */
export const keptTexts = ['description', 'address'] as const;
type KeptText = (typeof keptTexts)[number];

/** Returns what is wrong with a required text; null: nothing. */
export function textError(field: KeptText, text: unknown): string | null {
  const result = z.safeParse(BusinessForm.shape[field], text);
  return result.success ? null : (result.error.issues[0]?.message ?? 'This does not fit');
}

/** Texts that were empty or too short, and that nobody has filled in here: they stay as they are. */
const leftAsTheyAre = (values: FormValues, stored: FormValues): KeptText[] =>
  keptTexts.filter(
    (field) => values[field].trim() === stored[field].trim() && textError(field, stored[field]) !== null,
  );

/** Returns the body of an edit: that of the form, without the required texts that stay as empty as they were. */
export function editedValues(values: FormValues, stored: FormValues) {
  const { description, address, ...rest } = sentValues(values, stored);
  const left = leftAsTheyAre(values, stored);
  return {
    ...rest,
    ...(left.includes('description') ? {} : { description }),
    ...(left.includes('address') ? {} : { address }),
  };
}

/** The first sentence for each refused field of an edit. */
export function checkEdit(values: FormValues, stored: FormValues): Record<string, string> {
  const whole = { description: 'Nothing is said yet', address: 'Nowhere' };
  const left = leftAsTheyAre(values, stored);
  return checkValues({ ...values, ...Object.fromEntries(left.map((field) => [field, whole[field]])) });
}
