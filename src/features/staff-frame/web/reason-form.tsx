import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';

interface ReasonFormProps {
  label: string;
  /** Says who will read the reason. */
  help: string;
  maxLength: number;
  /** Says that the field is empty or too short. */
  missing?: string;
  /** Otherwise the reason needs at least five letters. */
  isOptional?: boolean;
  /** The label of the button that runs the action. */
  action: string;
  isPending?: boolean;
  onSubmit: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for a reason before staff refuse or remove something. Escape cancels. */
export function ReasonForm({
  label,
  help,
  maxLength,
  missing = 'Please say why',
  isOptional = false,
  action,
  isPending = false,
  onSubmit,
  onCancel,
}: ReasonFormProps) {
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    if (isOptional || reason.length >= 5) return onSubmit(reason);
    setError(missing);
    event.currentTarget.querySelector('textarea')?.focus();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
      className="grid gap-3 rounded-control border border-line-strong p-4"
    >
      <TextArea
        label={label}
        name="reason"
        rows={3}
        maxLength={maxLength}
        help={help}
        error={error}
        ref={(area) => area?.focus()}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {action}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
