import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import type { SettingHistory } from '../history-contract.ts';
import type { StaffSettings } from '../staff-contract.ts';
import { SettingChange } from './setting-history.tsx';

interface SavedMeanwhileProps {
  /** The changes that are typed over the stored value. */
  own: SettingHistory[number]['changes'];
  /** Oldest first; null when the history does not say. */
  changes: SettingHistory | null;
  pictures?: StaffSettings['pictures'] | undefined;
}

/** Said after a refusal: who has changed which field meanwhile. */
export function SavedMeanwhile({ changes, own, pictures = [] }: SavedMeanwhileProps) {
  const me = useCurrentUser().user?.username;
  const altOf = new Map(pictures.map(({ file, picture }) => [file, picture.alt]));
  return (
    <>
      {changes === null ? <p>What it said before stands below the button.</p> : null}
      <ul>
        {changes?.map(({ at, by, isReset, changes: fields }) => (
          <li key={at} className="flex flex-wrap gap-x-1.5">
            <span>
              {by === null ? 'Somebody' : by === me ? 'You, in another tab' : by}
              {isReset ? ', back to the original' : ''}:
            </span>
            <ul>
              {fields.map((change) => (
                <SettingChange key={change.name} change={change} altOf={altOf} />
              ))}
            </ul>
          </li>
        ))}
        <li className="flex flex-wrap gap-x-1.5 empty:hidden">
          {own.length > 0 ? (
            <>
              <span>Yours, not saved yet:</span>
              <ul>
                {own.map((change) => (
                  <SettingChange key={change.name} change={change} altOf={altOf} />
                ))}
              </ul>
            </>
          ) : null}
        </li>
      </ul>
    </>
  );
}
