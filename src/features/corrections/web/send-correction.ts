/** Loaded when the form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { sendForm } from '#web/forms/send-form.ts';
import { CorrectionForm, suggestCorrection } from '../contract.ts';

/** @param slug of the business */
export const sendCorrection = (slug: string) => (client: QueryClient, form: HTMLFormElement) =>
  sendForm(form, {
    schema: CorrectionForm,
    send: (body) => callApi(client, suggestCorrection, { params: { slug }, body }),
    notSent: 'Your suggestion was not sent. Please check the connection and try again.',
  });
