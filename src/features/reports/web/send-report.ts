/** Loaded when the form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { sendForm } from '#web/forms/send-form.ts';
import { ReportForm, reportBusiness } from '../contract.ts';

/** @param slug of the business */
export const sendReport = (slug: string) => (client: QueryClient, form: HTMLFormElement) =>
  sendForm(form, {
    schema: ReportForm,
    send: (body) => callApi(client, reportBusiness, { params: { slug }, body }),
    notSent: 'Your report was not sent. Please check the connection and try again.',
  });
