import { useState } from 'react';
import { SelectField } from '#web/ui/field.tsx';
import { SmallButton } from './staff-parts.tsx';

/** Texts that staff write again and again; they add and remove them where they write. */
export interface SavedTexts {
  /** 'reason', 'answer' */
  what: string;
  texts: readonly { id: string; text: string }[];
  /** Tells that it is saved, unless the act that it goes with says so. */
  onSave: (text: string, isSaidElsewhere?: boolean) => void;
  onRemove: (id: string) => void;
}

const shownLetters = 90;

/** Nothing as long as none is saved. */
export function SavedTextPicker({ saved, onChoose }: { saved: SavedTexts; onChoose: (text: string) => void }) {
  const [savedId, setSavedId] = useState('');
  if (saved.texts.length === 0) return null;

  function choose(id: string) {
    setSavedId(id);
    const text = saved.texts.find((one) => one.id === id)?.text;
    if (text !== undefined) onChoose(text);
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField label={`Saved ${saved.what}s`} value={savedId} onChange={(event) => choose(event.target.value)}>
          <option value="">Choose one, or write your own</option>
          {saved.texts.map(({ id, text }) => (
            <option key={id} value={id}>
              {text.length > shownLetters ? `${text.slice(0, shownLetters - 1)}…` : text}
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
  );
}

/** In a form; checked, the field 'save' is in its data. */
export function SaveForNextTime({ what }: { what: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
      <input type="checkbox" name="save" className="size-5 accent-action" />
      Save this {what} for next time
    </label>
  );
}
