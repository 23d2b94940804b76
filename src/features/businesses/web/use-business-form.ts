/** The open form of a listing, to add it or to edit it. */
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import type { Copy, DraftState } from '#web/forms/draft.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { toastNotSaved } from '#web/forms/save-toast.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { checkValues, FormValues } from '../form-values.ts';

interface Options {
  /** Names the form in the browser's storage: 'add-business', 'edit-business:{id}'. */
  form: string;
  userId: string;
  /** The values that the form begins with. */
  start: Copy<FormValues>;
  check?: typeof checkValues;
  /** Sends the form and returns the new version. Throws the refusal of the API. */
  save: (values: FormValues, version: number) => Promise<number>;
  /** Reads the listing again after somebody else was faster. */
  reload?: () => Promise<Copy<FormValues>>;
  onSaved: () => void;
  /** The toast when the server says nothing: 'Failed to create business'. */
  failed: string;
  /** Something is chosen that the browser does not keep, such as files. Otherwise a person may come and go. */
  asksOnLeaving?: boolean;
}

/** The note beside the button about the edit of somebody else, which takes the focus after a refusal. */
export const clashNoteId = 'edited-meanwhile';

export interface BusinessFormState {
  values: FormValues;
  errors: FieldErrors;
  /** For the notice above the form. */
  state: DraftState<FormValues>;
  isSaving: boolean;
  set: (change: Partial<FormValues>) => void;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  /** Back to what the business says. */
  discard: () => () => void;
}

export function useBusinessForm({
  form,
  userId,
  start,
  check = checkValues,
  save,
  reload,
  onSaved,
  failed,
  asksOnLeaving = false,
}: Options): BusinessFormState {
  const client = useQueryClient();
  const { draft, ...state } = useDraft<FormValues>({
    ...{ userId, thing: form, noun: 'business', schema: FormValues, start, check },
    asksOnLeaving,
    save: async (values, version) => {
      try {
        return await save(values, version);
      } catch (error) {
        toastNotSaved(error, failed);
        throw error;
      }
    },
    ...(reload ? { reload } : {}),
  });
  const isSaving = state.save.kind === 'saving';

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    const element = event.currentTarget;
    if (await draft.flush('saved')) return onSaved();
    const { save: result, errors, notice } = draft.read();
    // The note is on the page after the next drawing.
    if (notice === 'clash') requestAnimationFrame(() => document.getElementById(clashNoteId)?.focus());
    else if (result.kind === 'waiting' && result.why === 'signed-out') void refreshCurrentUser(client, false);
    else focusFirstInvalid(element, errors);
  }

  return {
    values: state.fields,
    errors: state.errors,
    state,
    isSaving,
    submit,
    set: (change) => draft.change(change),
    discard: () => draft.discard(),
  };
}
