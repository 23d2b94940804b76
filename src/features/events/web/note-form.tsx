import type { FormEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface NoteFormProps {
  label: string;
  help: string;
  button: string;
  isPending: boolean;
  onNote: (note: string) => void;
  onClose: () => void;
}

/** Asks for a note to visitors before an event is canceled or postponed. */
export function NoteForm({ label, help, button, isPending, onNote, onClose }: NoteFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onNote(String(new FormData(event.currentTarget).get('note')));
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="grid gap-3 rounded-control border border-line-strong p-4"
    >
      <TextField label={label} name="note" help={help} maxLength={300} ref={(field) => field?.focus()} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {button}
        </Button>
        <Button look="secondary" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
