import { type FormEvent, type ReactNode, useState } from 'react';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The question before an act: its heading, the word on its button, and what will happen. */
interface Question {
  title: string;
  action: string;
  text: ReactNode;
  /** Something that looks like a slip: it is asked first, and stands out. */
  doubt?: string | null;
}

interface AskedFormProps {
  /** Names what is typed in this browser, which keeps it until it is sent. */
  thing: string;
  /** On the button that leads to the question. */
  label: string;
  isPending: boolean;
  /** Checks what was typed; null when something is missing, which the fields then say. */
  onAsk: (form: FormData) => Question | null;
  /** Calls `sent` when the server has it, before pages are read again. */
  onSure: (sent: () => void) => unknown;
  onCancel: () => void;
  children: ReactNode;
}

/** A form about money: nothing happens before a second, deliberate yes to what it says will happen. */
export function AskedForm({ thing, label, isPending, onAsk, onSure, onCancel, children }: AskedFormProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const kept = useKeptForm({ thing, noun: 'text' });
  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const asked = onAsk(new FormData(form));
    setQuestion(asked);
    // After the fields have said what is wrong.
    if (asked === null) requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }
  return (
    <form ref={kept.ref} noValidate onSubmit={ask} className="grid basis-full gap-3 border-line border-t pt-3">
      {kept.notice}
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : label}
        </Button>
        <Button look="secondary" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
      </div>
      {question ? (
        <ConfirmDialog
          title={question.title}
          action={question.action}
          onConfirm={() => onSure(kept.settle)}
          onClose={() => setQuestion(null)}
        >
          {question.doubt ? (
            <p className="rounded-control border border-gold-line bg-gold-ground p-3 text-18 font-semibold">
              {question.doubt}
            </p>
          ) : null}
          {question.text}
        </ConfirmDialog>
      ) : null}
    </form>
  );
}

/** '12', '12.50' and '$12.50' in cents; null for anything else. */
export function centsOf(typed: FormDataEntryValue | null): number | null {
  const found = /^\$?(\d{1,6})(?:\.(\d{2}))?$/.exec(String(typed ?? '').trim());
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
}
