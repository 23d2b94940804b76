import { useId } from 'react';
import { reportReasons } from '#shared/report-reasons.ts';
import { useSentForm } from '#web/forms/use-sent-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';

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
  const id = useId();
  const { errors, failure, isSending, kept, onSubmit } = useSentForm({
    plainForm: 'report',
    load: async () => (await import('./send-report.ts')).sendReport(slug),
    onSent: (message, form) => {
      form.reset();
      onSent(message);
    },
  });

  return (
    <form
      method="post"
      action={`/business/${encodeURIComponent(slug)}/report`}
      noValidate
      onSubmit={onSubmit}
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
              defaultChecked={kept.reason === reason}
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
        defaultValue={kept.text}
        error={errors.text}
      />
      <TextField
        label="Your email (optional)"
        help="Only if you would like an answer."
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={kept.email}
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
