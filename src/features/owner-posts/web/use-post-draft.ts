import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { toastNotSaved } from '#web/forms/save-toast.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { showToast } from '#web/toast/toast-store.ts';
import type { OwnPosts } from '../contract.ts';
import { useTakeOverPosts } from './post-queries.ts';

interface PostDraftOptions<F extends object> {
  userId: string;
  /** Names the draft in this browser: 'announcement:…'. */
  thing: string;
  noun: string;
  schema: { shape: Record<string, z.core.$ZodType> };
  check: (fields: F) => FieldErrors;
  start: F;
  send: (fields: F) => Promise<OwnPosts>;
  saved: string;
  onClose: () => void;
}

/** A form that owners open by a button: the browser keeps what is typed until it is sent. */
export function usePostDraft<F extends object>({ send, saved, onClose, start, ...options }: PostDraftOptions<F>) {
  const client = useQueryClient();
  const takeOver = useTakeOverPosts();
  const form = useRef<HTMLFormElement>(null);
  const { draft, fields, errors, ...state } = useDraft<F>({
    ...options,
    start: { fields: start, version: 0 },
    asksOnLeaving: false,
    save: async (typed) => {
      try {
        takeOver(await send(typed));
        return 0;
      } catch (error) {
        toastNotSaved(error, `The ${options.noun} could not be sent. Check the connection and try again.`);
        throw error;
      }
    },
  });
  const isSaving = state.save.kind === 'saving';
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    const element = event.currentTarget;
    if (await draft.flush('saved')) {
      showToast({ title: saved });
      onClose();
      return;
    }
    const { save, errors: refused } = draft.read();
    if (save.kind === 'waiting' && save.why === 'signed-out') void refreshCurrentUser(client, false);
    else focusFirstInvalid(element, refused);
  }

  return {
    ...{ form, draft, fields, errors, state, isSaving },
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    cancel: () => {
      draft.stop();
      onClose();
    },
  };
}
