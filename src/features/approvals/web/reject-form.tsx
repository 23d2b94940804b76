import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';

interface RejectFormProps {
  /** Who gets to read the reason. */
  who?: 'owner' | 'claimant' | 'sender';
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** The reason is required: the owner reads it. */
export function RejectForm({ who = 'owner', onReject, onCancel }: RejectFormProps) {
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    if (reason.length >= 5) return onReject(reason);
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
        label="Why not?"
        name="reason"
        rows={3}
        maxLength={1000}
        help={`The ${who} gets this by mail${who === 'sender' ? '' : ' and sees it on the dashboard'}.`}
        error={error}
        ref={(area) => area?.focus()}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Send rejection</Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
