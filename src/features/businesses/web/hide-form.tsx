import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';

interface HideFormProps {
  /** The owner reads the reason, so it is required then. */
  hasOwner: boolean;
  isPending: boolean;
  onHide: (reason: string) => void;
  onCancel: () => void;
}

export function HideForm({ hasOwner, isPending, onHide, onCancel }: HideFormProps) {
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    if (reason.length >= 5 || !hasOwner) return onHide(reason);
    setError('Please say why');
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
        label={hasOwner ? 'Why?' : 'Why? (optional)'}
        name="reason"
        rows={3}
        maxLength={500}
        help={hasOwner ? 'The owner gets this by mail, with a link to edit.' : 'Stays in the history.'}
        error={error}
        ref={(area) => area?.focus()}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Hiding...' : 'Hide'}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
