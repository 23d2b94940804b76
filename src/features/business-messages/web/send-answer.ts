/** Loaded when an answer is sent or saved, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { errorsByField } from '#shared/errors-by-field.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { changeSavedAnswer, type SavedAnswer, SavedAnswerForm, saveAnswer } from '../answers-contract.ts';
import { AnswerForm, answerOwnMessage } from '../own-contract.ts';
import { ownMessagesKey } from './message-queries.ts';

/** Checks the answer and sends it; never throws. @returns null when it is sent, otherwise why not */
export async function sendAnswer(
  client: QueryClient,
  { id, isSecond }: { id: string; isSecond: boolean },
  written: string,
): Promise<string | null> {
  const { success, data, error } = AnswerForm.safeParse({ answer: written });
  if (!success) return errorsByField(error).answer ?? 'Please write an answer';
  try {
    await callApi(client, answerOwnMessage, { params: { id }, body: { ...data, isSecond } });
    return null;
  } catch (failure) {
    const text = problemMessage(failure, 'Your answer was not sent. Please try again.');
    if (failure instanceof ApiError && failure.status === 409) {
      // Somebody was faster: their words come in sight, and the form may go.
      showToast({ title: 'Not sent', text, destructive: true });
      void client.invalidateQueries({ queryKey: ownMessagesKey });
    }
    return text;
  }
}

/** @returns all that are saved for the listing */
export async function keepAnswer(client: QueryClient, businessId: string, text: string): Promise<SavedAnswer[]> {
  return (await callApi(client, saveAnswer, { params: { id: businessId }, body: { text } })).answer;
}

interface Written {
  businessId: string;
  /** undefined: a new one. */
  answerId: string | undefined;
  text: string;
}

/** Checks a saved answer and stores it; never throws. @returns all that are saved, or why not */
export async function storeAnswer(
  client: QueryClient,
  { businessId: id, answerId, text }: Written,
): Promise<SavedAnswer[] | string> {
  const { success, data: body, error } = SavedAnswerForm.safeParse({ text });
  if (!success) return errorsByField(error).text ?? 'Please write an answer';
  try {
    if (answerId === undefined) return await keepAnswer(client, id, body.text);
    return (await callApi(client, changeSavedAnswer, { params: { id, answerId }, body })).answer;
  } catch (failure) {
    return problemMessage(failure, 'The answer was not saved. Please try again.');
  }
}
