import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { isReason, reasonMissing } from '#shared/reason.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { SavedTextPicker, type SavedTexts, SaveForNextTime } from './saved-text-picker.tsx';

interface ReasonFormProps {
  /** Names the text in this browser, which keeps it until it is sent, such as 'reject:claim:{id}'. */
  thing: string;
  label: string;
  /** Says who will read the reason. */
  help: string;
  maxLength: number;
  /** Says that the field is empty or too short. */
  missing?: string;
  /** Otherwise the reason has the least length of all reasons. */
  isOptional?: boolean;
  /** A box: with its tick nobody is told, no reason is needed, and help and button have these words instead. */
  silent?: { label: string; help: string; action: string } | undefined;
  /** The label of the button that runs the action. */
  action: string;
  isPending?: boolean;
  /** Reasons to choose from; staff add and remove them here. */
  saved?: SavedTexts | undefined;
  /** Calls `sent` when the server has it, before pages are read again. */
  onSubmit: (reason: string, sent: () => void, tell: boolean) => unknown;
  onCancel: () => void;
}

/** Asks for a reason before staff refuse or remove something. Escape cancels. */
export function ReasonForm({
  thing,
  label,
  help,
  maxLength,
  missing = reasonMissing,
  isOptional = false,
  silent,
  action,
  isPending = false,
  saved,
  onSubmit,
  onCancel,
}: ReasonFormProps) {
  const [error, setError] = useState<string>();
  const [isSilent, setSilent] = useState(false);
  const now = silent && isSilent ? silent : { help, action };
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const kept = useKeptForm({ thing, noun: 'text' });

  function choose(text: string) {
    if (area.current === null) return;
    area.current.value = text;
    area.current.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason')).trim();
    const tell = !form.has('silent');
    if (isOptional || !tell || isReason(reason)) {
      if (form.has('save')) saved?.onSave(reason);
      onSubmit(reason, kept.settle, tell);
      return;
    }
    setError(missing);
    area.current?.focus();
  }

  return (
    <form
      ref={kept.ref}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
      className="grid gap-3 rounded-control border border-line-strong p-4"
    >
      {kept.notice}
      {saved ? <SavedTextPicker saved={saved} onChoose={choose} /> : null}
      <TextArea label={label} name="reason" rows={3} maxLength={maxLength} help={now.help} error={error} ref={area} />
      {silent ? (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
          <input
            type="checkbox"
            name="silent"
            className="size-5 shrink-0 accent-action"
            onChange={({ target }) => {
              setSilent(target.checked);
              setError(undefined);
            }}
          />
          {silent.label}
        </label>
      ) : null}
      {saved ? <SaveForNextTime what={saved.what} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {now.action}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
