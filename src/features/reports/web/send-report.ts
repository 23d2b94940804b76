/** Loaded when the form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { ReportForm, reportBusiness } from '../contract.ts';

export type ReportOutcome =
  | { sent: true; message: string }
  /** Errors by field; `message` when the server refused. */
  | { sent: false; message: string | null; errors: FieldErrors };

const notSent = 'Your report was not sent. Please check the connection and try again.';

/** Checks the form and sends it; never throws. @param slug of the business */
export async function sendReport(client: QueryClient, slug: string, form: HTMLFormElement): Promise<ReportOutcome> {
  const { values, errors } = checkForm(ReportForm, form);
  if (values === null) return { sent: false, message: null, errors };
  try {
    const { answer } = await callApi(client, reportBusiness, { params: { slug }, body: values });
    return { sent: true, message: answer.message };
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : null;
    return { sent: false, message: problem?.message ?? notSent, errors: problem?.fields ?? {} };
  }
}
