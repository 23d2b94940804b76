import type { SettingHistory } from '../history-contract.ts';
import type { StaffSettings } from '../staff-contract.ts';
import { ChangeLines } from './setting-history.tsx';

interface SavedMeanwhileProps {
  /** Oldest first; null when the history does not say. */
  changes: SettingHistory | null;
  /** False for a list or a text, which is replaced as a whole. */
  hasFields: boolean;
  pictures?: StaffSettings['pictures'] | undefined;
}

/** Said after a refusal: who has changed which field meanwhile, and what the next save does with it. */
export function SavedMeanwhile({ changes, hasFields, pictures = [] }: SavedMeanwhileProps) {
  const altOf = new Map(pictures.map(({ file, picture }) => [file, picture.alt]));
  return (
    <div
      role="alert"
      className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 wrap-anywhere"
    >
      <p className="font-semibold">Nothing of yours is saved yet. Meanwhile this was changed:</p>
      {changes === null ? <p>See below, under What it said before.</p> : null}
      <ul>
        {changes?.map(({ at, by, isReset, changes: fields }) => (
          <li key={at} className="flex flex-wrap gap-x-1.5">
            <span>
              {by ?? 'Somebody'}
              {isReset ? ', back to the city pack' : ''}:
            </span>
            <ul>
              {fields.map((change) => (
                <ChangeLines key={change.name} change={change} altOf={altOf} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p>
        {hasFields
          ? 'Save again to send only the fields that you changed: everything else stays as it is stored now.'
          : 'Save again to replace it with yours, or Discard yours to see it.'}
      </p>
    </div>
  );
}
