/** The plain forms of all features. */
import { accountForms } from '#features/accounts/plain-forms.ts';
import { businessMessageForms } from '#features/business-messages/plain-forms.ts';
import { contactForms } from '#features/contact/plain-forms.ts';
import { correctionForms } from '#features/corrections/plain-forms.ts';
import { eventForms } from '#features/events/plain-forms.ts';
import { listingOrderForms } from '#features/listing-orders/plain-forms.ts';
import { mailChoiceForms, stopForms } from '#features/mail-choices/plain-forms.ts';
import { newsletterForms, unsubscribeForm } from '#features/newsletter/plain-forms.ts';
import { recommendationForms } from '#features/recommendations/plain-forms.ts';
import { reportForms } from '#features/reports/plain-forms.ts';
import type { OneClickForm, PlainForm } from '#shared/plain-form.ts';

export const plainForms: readonly PlainForm[] = [
  ...contactForms,
  ...newsletterForms,
  ...reportForms,
  ...correctionForms,
  ...businessMessageForms,
  ...recommendationForms,
  ...eventForms,
  ...accountForms,
  ...listingOrderForms,
  ...mailChoiceForms,
];

export const oneClickForms: readonly OneClickForm[] = [unsubscribeForm, ...stopForms];

const byMark = new Map([...plainForms, ...oneClickForms].map((form) => [form.mark, form]));

/** Tells whether one of our forms leads to pages with `?sent={mark}`. */
export const isMark = (sent: string): boolean => byMark.has(sent);

/** The form with this mark and the message that replaces it; null when the page itself has a message. */
export function formDone(sent: string | null): { form: string; message: string } | null {
  const found = sent === null ? undefined : byMark.get(sent);
  return found?.doneMessage === undefined ? null : { form: found.form, message: found.doneMessage };
}
