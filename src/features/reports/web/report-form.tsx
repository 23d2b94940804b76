import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { reportReasons } from '../report-reasons.ts';

const notReady = 'The form could not be sent just now. Please check the connection and try again.';

interface ReportFormProps {
  /** The business's slug. */
  slug: string;
  /** Called with the server's thank-you message. */
  onSent: (message: string) => void;
  onCancel: () => void;
}

/**
 * Reports what is wrong with a listing, to staff. A plain form without script; the typed text is never lost.
 */
export function ReportForm({ slug, onSent, onCancel }: ReportFormProps) {
  const client = useQueryClient();
  const plain = usePlainForm('report');
  const refused = plain && !plain.done ? plain : null;
  const [errors, setErrors] = useState<FieldErrors>(refused?.fields ?? {});
  const [failure, setFailure] = useState<string | null>(refused?.message ?? null);
  const id = useId();
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setSending(true);
    const module = await import('./send-report.ts').catch(() => null);
    const outcome = module
      ? await module.sendReport(client, slug, form)
      : { sent: false as const, message: notReady, errors: {} };
    setSending(false);
    if (outcome.sent) {
      setErrors({});
      setFailure(null);
      form.reset();
      onSent(outcome.message);
      return;
    }
    setErrors(outcome.errors);
    setFailure(outcome.message);
    focusFirstInvalid(form, outcome.errors);
  }

  return (
    <form
      method="post"
      action={`/business/${encodeURIComponent(slug)}/report`}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-4 grid gap-5"
    >
      {failure ? (
        <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {failure}
        </p>
      ) : null}
      <fieldset aria-describedby={errors.reason ? `${id}-reason` : undefined}>
        <legend className="mb-1 text-16 font-semibold">What is wrong?</legend>
        {Object.entries(reportReasons).map(([reason, label]) => (
          <label key={reason} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="reason"
              value={reason}
              defaultChecked={refused?.values.reason === reason}
              aria-invalid={errors.reason ? true : undefined}
              className="size-5 shrink-0 accent-action"
            />
            {label}
          </label>
        ))}
        {errors.reason ? (
          <p id={`${id}-reason`} className="mt-1 text-16 font-medium text-danger">
            {errors.reason}
          </p>
        ) : null}
      </fieldset>
      <TextArea
        label="What should we know? (optional)"
        name="text"
        rows={3}
        defaultValue={refused?.values.text}
        error={errors.text}
      />
      <TextField
        label="Your email (optional)"
        help="Only if you would like an answer."
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={refused?.values.email}
        error={errors.email}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? 'Sending...' : 'Send report'}
        </Button>
        <Button look="secondary" className="needs-script" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
