/** The question before an event is saved whose day has passed, or that loses dates of which visitors have been told. */
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#features/staff-frame/web/confirm-dialog.tsx';
import { formatDate } from '#shared/dates.ts';
import type { Answer } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { previewTimes } from '../staff-contract.ts';
import type { Asked } from './use-next-dates.ts';

export interface Doubt {
  hasPassed: boolean;
  drops: NonNullable<Answer<typeof previewTimes>['drops']>;
}

/** Reads what there is to ask about; null for nothing, and without a connection: the save says what is wrong. */
export function useDoubts() {
  const client = useQueryClient();
  /** @param isNewDay false for a day that is stored already */
  return async (query: Asked, isNewDay: boolean): Promise<Doubt | null> => {
    const read = await callApi(client, previewTimes, { query }).catch(() => null);
    if (read === null) return null;
    const { isPast = false, drops = [] } = read.answer;
    const hasPassed = isPast && isNewDay;
    return hasPassed || drops.length > 0 ? { hasPassed, drops } : null;
  };
}

const maxNamed = 8;

interface SaveQuestionProps {
  doubt: Doubt;
  isNew: boolean;
  /** The label of the form's own button. */
  action: string;
  onSure: () => void;
  onClose: () => void;
}

export function SaveQuestion({ doubt: { hasPassed, drops }, isNew, action, onSure, onClose }: SaveQuestionProps) {
  const removed = `${drops.length === 1 ? 'A date' : 'Dates'} that visitors were told about will be removed`;
  const title = hasPassed
    ? `This day has passed. ${isNew ? 'Add' : 'Save'} it all the same?`
    : `${removed}. Save all the same?`;
  const more = drops.length - maxNamed;
  return (
    <ConfirmDialog {...{ title, action, onClose }} onConfirm={onSure}>
      {hasPassed ? <p>It will not show among the coming events. Check the month and the year.</p> : null}
      {drops.length === 0 ? null : (
        <ul className="grid gap-1">
          {drops.slice(0, maxNamed).map(({ day, kind }) => (
            <li key={day}>
              <strong>
                {formatDate(`${day}T12:00:00Z`, 'UTC')}, {kind}
              </strong>
              : visitors will not see that any more
            </li>
          ))}
          {more > 0 ? <li>and {more} more</li> : null}
        </ul>
      )}
    </ConfirmDialog>
  );
}
