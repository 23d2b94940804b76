/** Loaded when the form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { sendForm } from '#web/forms/send-form.ts';
import { ReplyForm, writeInTalk } from '../talk-contract.ts';

/** @param token of the mailed link */
export const sendReply = (token: string) => (client: QueryClient, form: HTMLFormElement) =>
  sendForm(form, {
    schema: ReplyForm,
    send: (body) => callApi(client, writeInTalk, { body: { ...body, token } }),
    notSent: 'Your words were not sent. Please check the connection and try again.',
  });
