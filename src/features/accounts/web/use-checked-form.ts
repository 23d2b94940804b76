import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { showToast } from '#web/toast/toast-store.ts';

interface CheckedForm {
  errors: FieldErrors;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form that is checked on submit, sent, and emptied on success. A refusal stands under the fields that it names, the first of
 * which gets the focus; one that names none is a toast. Typed text is never lost.
 * @param send runs with valid values until everything is done
 * @param failed the toast's text when the server gives none
 * @param refused errors by field from a plain form's post
 */
export function useCheckedForm<S extends z.ZodMiniType>(
  schema: S,
  send: (values: z.output<S>) => Promise<unknown>,
  failed: string,
  refused: FieldErrors = {},
): CheckedForm {
  const [errors, setErrors] = useState<FieldErrors>(refused);
  const { isPending, mutateAsync } = useMutation({ mutationFn: send });

  async function submit(form: HTMLFormElement) {
    const checked = checkForm(schema, form);
    setErrors(checked.errors);
    if (checked.values === null) return focusFirstInvalid(form, checked.errors);
    try {
      await mutateAsync(checked.values);
      form.reset();
    } catch (error) {
      const fields = (error instanceof ApiError && error.problem?.fields) || {};
      setErrors(fields);
      if (focusFirstInvalid(form, fields)) return;
      showToast({ title: 'Error', text: problemMessage(error, failed), destructive: true });
    }
  }

  return {
    errors,
    isPending,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
