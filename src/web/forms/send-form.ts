/** Sends a form of a visitor. Loaded when a form is sent, not with its page. */
import type * as z from 'zod/mini';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { checkForm, type FieldErrors } from './check-form.ts';

export type SendOutcome =
  | { sent: true; message: string }
  /** Errors by field; `message` when the server refused. */
  | { sent: false; message: string | null; errors: FieldErrors };

interface SentForm<S extends z.ZodMiniType> {
  schema: S;
  /** Calls the API, which answers with the sentence that thanks the visitor. */
  send: (values: z.output<S>) => Promise<{ answer: { message: string } }>;
  /** The sentence when the API did not answer. */
  notSent: string;
}

/** Checks the form and sends it; never throws. */
export async function sendForm<S extends z.ZodMiniType>(
  form: HTMLFormElement,
  { schema, send, notSent }: SentForm<S>,
): Promise<SendOutcome> {
  const { values, errors } = checkForm(schema, form);
  if (values === null) return { sent: false, message: null, errors };
  try {
    const { answer } = await send(values);
    return { sent: true, message: answer.message };
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null;
    return { sent: false, message: problemMessage(error, notSent), errors: problem?.fields ?? {} };
  }
}
