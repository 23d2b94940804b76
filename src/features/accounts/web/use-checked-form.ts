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
 * A form that is checked on submit, sent, and emptied once it is done; a refusal is a toast, with its words under the
 * fields that it names. Nothing typed is lost.
 * @param send what is done with good values, to the end
 * @param failed the toast's text where the server gives none
 * @param refused what a plain form's post was refused with, field by field
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
      showToast({ title: 'Error', text: problemMessage(error, failed), destructive: true });
      setErrors(fields);
      focusFirstInvalid(form, fields);
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
