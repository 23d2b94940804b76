/** Loaded when an answer is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { checkForm } from '#web/forms/check-form.ts';
import { AnswerForm, answerOwnMessage } from '../own-contract.ts';

/** Checks the form and sends it; never throws. @returns null when it is sent, otherwise why not */
export async function sendAnswer(client: QueryClient, id: string, form: HTMLFormElement): Promise<string | null> {
  const { values, errors } = checkForm(AnswerForm, form);
  if (values === null) return errors.answer ?? 'Please write an answer';
  try {
    await callApi(client, answerOwnMessage, { params: { id }, body: values });
    return null;
  } catch (error) {
    return problemMessage(error, 'Your answer was not sent. Please try again.');
  }
}
