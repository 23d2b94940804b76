import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { SmallButton } from './staff-parts.tsx';

interface SavedReasons {
  reasons: readonly { id: string; text: string }[];
  onSave: (text: string) => void;
  onRemove: (id: string) => void;
}

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
  /** Reasons to choose from; staff add and remove them here. */
  saved?: SavedReasons | undefined;
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
  saved,
  onSubmit,
  onCancel,
}: ReasonFormProps) {
  const [error, setError] = useState<string>();
  const [savedId, setSavedId] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);

  function choose(id: string) {
    setSavedId(id);
    const text = saved?.reasons.find((reason) => reason.id === id)?.text;
    if (area.current && text !== undefined) area.current.value = text;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason')).trim();
    if (isOptional || reason.length >= 5) {
      if (form.has('save')) saved?.onSave(reason);
      return onSubmit(reason);
    }
    setError(missing);
    area.current?.focus();
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
      {saved && saved.reasons.length > 0 ? (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1">
            <SelectField label="Saved reasons" value={savedId} onChange={(event) => choose(event.target.value)}>
              <option value="">Choose one, or write your own</option>
              {saved.reasons.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text.length > 90 ? `${text.slice(0, 89)}…` : text}
                </option>
              ))}
            </SelectField>
          </div>
          {savedId ? (
            <SmallButton
              onClick={() => {
                saved.onRemove(savedId);
                setSavedId('');
              }}
            >
              Forget this one
            </SmallButton>
          ) : null}
        </div>
      ) : null}
      <TextArea label={label} name="reason" rows={3} maxLength={maxLength} help={help} error={error} ref={area} />
      {saved ? (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
          <input type="checkbox" name="save" className="size-5 accent-action" />
          Save this reason for next time
        </label>
      ) : null}
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
