/** The state of the add and the edit form: what is typed, what is wrong with it, what is kept. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { checkValues, type FormField, type FormValues, mergeForms } from '../form-values.ts';
import { readDraft, useKeptDraft } from './use-business-draft.ts';

interface Copy {
  values: FormValues;
  version: number;
}

interface Options {
  /** Names the draft: 'add-business', 'edit-business:{id}'. */
  form: string;
  userId: string;
  /** What the form shows at first, or what the business says now. */
  start: Copy;
  /** Sends it; throws what the API answers. */
  save: (values: FormValues, version: number) => Promise<void>;
  /** Reads it again after somebody else was faster. */
  reload?: () => Promise<Copy>;
  /** Of the toast when the server says nothing: 'Failed to create business'. */
  failed: string;
}

export interface BusinessFormState {
  values: FormValues;
  errors: FieldErrors;
  /** 'kept': what was typed before is here again. 'clash': somebody else has changed the business meanwhile. */
  notice: 'kept' | 'clash' | null;
  isSaving: boolean;
  set: (change: Partial<FormValues>) => void;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  /** Back to what the business says. */
  discard: () => void;
  /** The draft is not kept any longer. */
  stop: () => void;
}

const clashText = 'Somebody else has changed this, too. What you typed is kept.';
const clashErrors = (fields: readonly FormField[]) => Object.fromEntries(fields.map((field) => [field, clashText]));

export function useBusinessForm({ form, userId, start, save, reload, failed }: Options): BusinessFormState {
  const client = useQueryClient();
  const [first] = useState(() => begin(form, userId, start));
  const [base, setBase] = useState(start);
  const [values, setValues] = useState(first.values);
  const [notice, setNotice] = useState(first.notice);
  const [errors, setErrors] = useState<FieldErrors>(first.errors);
  const [isSaving, setSaving] = useState(false);
  const draft = useMemo(
    () => ({ userId, values, base: base.values, version: base.version }),
    [userId, values, base.values, base.version],
  );
  const { stop } = useKeptDraft(form, draft);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSaving) return;
    const element = event.currentTarget;
    const refuse = (found: FieldErrors) => {
      setErrors(found);
      focusFirstInvalid(element, found);
    };
    const found = checkValues(values);
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    setSaving(true);
    try {
      await save(values, base.version);
      stop();
    } catch (error) {
      const text = isSignedOut(error)
        ? 'Your session has ended. Log in again: what you typed is kept.'
        : problemMessage(error, failed);
      showToast({ title: 'Error', text, destructive: true });
      if (isSignedOut(error)) return void refreshCurrentUser(client, false);
      if (error instanceof ApiError && error.status === 409 && reload) return await takeOver(reload, refuse);
      refuse(error instanceof ApiError ? (error.problem?.fields ?? {}) : {});
    } finally {
      setSaving(false);
    }
  }

  /** The next save is an edit of what is there now. */
  async function takeOver(read: () => Promise<Copy>, refuse: (found: FieldErrors) => void) {
    const now = await read().catch(() => null);
    if (now === null) return;
    const merged = mergeForms(base.values, values, now.values);
    setBase(now);
    setValues(merged.values);
    setNotice('clash');
    refuse(withTheirs(merged.clashes, now.values));
  }

  return {
    values,
    errors,
    notice,
    isSaving,
    submit,
    stop,
    set: (change) => setValues((before) => ({ ...before, ...change })),
    discard: () => {
      setValues(base.values);
      setErrors({});
      setNotice(null);
    },
  };
}

/** With a draft of an older copy: both are joined, as after a save that came too late. */
function begin(form: string, userId: string, start: Copy) {
  const draft = readDraft(form, userId);
  if (draft === null) return { values: start.values, errors: {}, notice: null };
  if (draft.version === start.version) return { values: draft.values, errors: {}, notice: 'kept' as const };
  const { values, clashes } = mergeForms(draft.base, draft.values, start.values);
  return { values, errors: withTheirs(clashes, start.values), notice: 'clash' as const };
}

/** Under each field that both changed: what it says now. */
function withTheirs(clashes: readonly FormField[], theirs: FormValues): FieldErrors {
  return {
    ...clashErrors(clashes),
    ...Object.fromEntries(
      clashes.flatMap((field) => {
        const value = theirs[field];
        return typeof value === 'string' ? [[field, `It now says: ${value || '(nothing)'}`]] : [];
      }),
    ),
  };
}
