/** Loaded when the form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { sendForm } from '#web/forms/send-form.ts';
import { MessageForm, messageBusiness } from '../contract.ts';

/** @param slug of the business */
export const sendMessage = (slug: string) => (client: QueryClient, form: HTMLFormElement) =>
  sendForm(form, {
    schema: MessageForm,
    send: (body) => callApi(client, messageBusiness, { params: { slug }, body }),
    notSent: 'Your message was not sent. Please check the connection and try again.',
  });
