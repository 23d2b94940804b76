/** Loaded when the form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { addressHint } from '#features/businesses/address-hint.ts';
import { phoneHint } from '#features/businesses/phone-link.ts';
import { websiteHint } from '#features/businesses/website-hint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { type SendOutcome, sendForm } from '#web/forms/send-form.ts';
import { DetailsForm, sendListingDetails } from '../contract.ts';

/** The doubts that a form was sent back with: sent again as it is, it goes. */
const insisted = new WeakMap<HTMLFormElement, string>();

const askAbout = { address: addressHint, phone: phoneHint, website: websiteHint };

/** The facts that look like a slip of the finger. */
function doubtsOf(form: HTMLFormElement): FieldErrors {
  const typed = new FormData(form);
  const found: FieldErrors = {};
  for (const [name, ask] of Object.entries(askAbout)) {
    const hint = ask(String(typed.get(name)));
    if (hint !== '') found[name] = `${hint} Send it again if it is right.`;
  }
  const asked = JSON.stringify(Object.keys(found).map((name) => [name, typed.get(name)]));
  if (insisted.get(form) === asked) return {};
  insisted.set(form, asked);
  return found;
}

export async function sendDetails(client: QueryClient, form: HTMLFormElement): Promise<SendOutcome> {
  const errors = doubtsOf(form);
  if (Object.keys(errors).length > 0) {
    return { sent: false, message: null, errors };
  }
  return sendForm(form, {
    schema: DetailsForm,
    send: (body) => callApi(client, sendListingDetails, { body }),
    notSent: 'Your details were not sent. Please check the connection and try again.',
  });
}
