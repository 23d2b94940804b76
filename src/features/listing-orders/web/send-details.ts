/** Loaded when the form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { sendForm } from '#web/forms/send-form.ts';
import { DetailsForm, sendListingDetails } from '../contract.ts';

export const sendDetails = (client: QueryClient, form: HTMLFormElement) =>
  sendForm(form, {
    schema: DetailsForm,
    send: (body) => callApi(client, sendListingDetails, { body }),
    notSent: 'Your details were not sent. Please check the connection and try again.',
  });
