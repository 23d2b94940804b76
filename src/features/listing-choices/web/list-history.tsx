import type { SettingHistory } from '#features/settings/history-contract.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { type Entry, listChanges } from '#shared/list-changes.ts';
import { ChangeList } from '#web/ui/changes.tsx';

interface ListHistoryProps<T> {
  history: SettingHistory;
  /** The entries of a list as it was stored. */
  entriesOf: (list: readonly T[]) => Entry[];
  isPending: boolean;
  onUse: (list: readonly T[]) => void;
}

const listOf = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

/** Lists the changes of a list, with who made each and the way back to what it led to. */
export function ListHistory<T>({ history, entriesOf, isPending, onUse }: ListHistoryProps<T>) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-2 text-21">
        History
      </h2>
      {history.length === 0 ? <p className="text-16">Nothing has been changed here yet.</p> : null}
      <ol className="grid gap-3 text-16">
        {history.map(({ at, by, isReset, changes: [change] }, place) => (
          <li key={at} className="rounded-control border border-line bg-card px-4 py-3">
            <p className="text-14 text-ink-soft">
              <Moment at={at} />, {by ?? 'an account that is gone'}
              {isReset ? ': back to the original' : ''}
            </p>
            <ChangeList changes={listChanges(entriesOf(listOf(change?.from)), entriesOf(listOf(change?.to)))} />
            {place === 0 ? (
              <p className="text-14 text-ink-soft">This counts now.</p>
            ) : (
              <SmallButton disabled={isPending} onClick={() => onUse(listOf(change?.to))}>
                Back to how it was then
              </SmallButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
