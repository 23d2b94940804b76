import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import type { FieldErrors } from './check-form.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import type { SendOutcome } from './send-form.ts';

const notReady = 'The form could not be sent just now. Please check the connection and try again.';

type Send = (client: QueryClient, form: HTMLFormElement) => Promise<SendOutcome>;

interface SentFormOptions {
  /** The name of its plain form: without script the page shows what that one answered. */
  plainForm: string;
  /** Loads the code that sends the form; it loads when the form is sent. */
  load: () => Promise<Send>;
  /** Called with the server's sentence once the form is sent. */
  onSent?: (message: string, form: HTMLFormElement) => void;
}

/** A visitor's form that is sent once: its errors, and the sentence after it was sent. The typed text is never lost. */
export function useSentForm({ plainForm, load, onSent }: SentFormOptions) {
  const client = useQueryClient();
  const plain = usePlainForm(plainForm);
  const refused = plain && !plain.done ? plain : null;
  const [errors, setErrors] = useState<FieldErrors>(refused?.fields ?? {});
  const [failure, setFailure] = useState<string | null>(refused?.message ?? null);
  const [done, setDone] = useState<string | null>(plain?.done ? plain.message : null);
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setSending(true);
    const send = await load().catch(() => null);
    const outcome: SendOutcome = send ? await send(client, form) : { sent: false, message: notReady, errors: {} };
    setSending(false);
    setErrors(outcome.sent ? {} : outcome.errors);
    setFailure(outcome.sent ? null : outcome.message);
    if (!outcome.sent) return focusFirstInvalid(form, outcome.errors);
    setDone(outcome.message);
    onSent?.(outcome.message, form);
  }

  return {
    /** The sentence after it was sent; null before. */
    done,
    errors,
    failure,
    isSending,
    /** The values that a refused plain form had. */
    kept: refused?.values ?? {},
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}
