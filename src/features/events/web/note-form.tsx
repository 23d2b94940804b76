import type { FormEvent } from 'react';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface NoteFormProps {
  /** Names the note in this browser, which keeps it until it is sent. */
  thing: string;
  label: string;
  help: string;
  button: string;
  isPending: boolean;
  /** Calls `sent` when the server has it, before pages are read again. */
  onNote: (note: string, sent: () => void) => unknown;
  onClose: () => void;
}

/** Asks for a note to visitors before an event is canceled or postponed. */
export function NoteForm({ thing, label, help, button, isPending, onNote, onClose }: NoteFormProps) {
  const kept = useKeptForm({ thing, noun: 'note' });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onNote(String(new FormData(event.currentTarget).get('note')), kept.settle);
  }
  return (
    <form
      ref={kept.ref}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="grid gap-3 rounded-control border border-line-strong p-4"
    >
      {kept.notice}
      <TextField label={label} name="note" help={help} maxLength={300} ref={takeFocus} />
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
