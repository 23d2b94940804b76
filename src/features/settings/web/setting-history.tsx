import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { wordsOfName } from '#shared/words-of-name.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { ChangeLines } from '#web/ui/changes.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { formerValue } from '../changes-since.ts';
import type { SettingHistory } from '../history-contract.ts';
import { describeListChange } from '../list-entries.ts';
import { getSettingHistory, type SettingName, type StaffSettings } from '../staff-contract.ts';

interface SettingHistoryProps<V> {
  name: SettingName;
  value: V;
  isPending: boolean;
  /** Makes a former value count at once. */
  onPutBack: (value: V) => Promise<void>;
  pictures?: StaffSettings['pictures'];
}

/** Lists what a part of the settings said before, each with the way back. It loads when it is opened. */
export function SettingHistoryList<V>(props: SettingHistoryProps<V>) {
  const [isOpen, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const putBack = async (value: V) => {
    await props.onPutBack(value);
    // The button that was pressed is gone: its value counts now.
    summary.current?.focus();
  };
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary ref={summary} className="inline-flex min-h-11 cursor-pointer items-center text-16 underline">
        What it said before
      </summary>
      {isOpen ? <Loaded {...props} onPutBack={putBack} /> : null}
    </details>
  );
}

function Loaded<V>({ name, value, isPending, onPutBack, pictures = [] }: SettingHistoryProps<V>) {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getSettingHistory, { params: { key: name } }),
    refetchOnMount: 'always',
  });
  if (data === undefined) {
    return error ? <LoadFailed message="We could not load the history." onRetry={() => void refetch()} /> : <Spinner />;
  }
  if (data.length === 0) return <p className="text-16">Nothing has been changed here yet.</p>;
  const altOf = new Map(pictures.map(({ file, picture }) => [file, picture.alt]));
  return (
    <ol className="grid gap-3 text-16">
      {data.map(({ at, by, isReset, changes, lacksPictures }) => {
        const former = formerValue(value, changes);
        return (
          <li key={at} className="grid justify-items-start gap-1 rounded-control border border-line px-4 py-3">
            <p className="text-14 text-ink-soft">
              <Moment at={at} />, {by ?? 'an account that is gone'}
              {isReset ? ': back to the original' : ''}
            </p>
            <ul className="wrap-anywhere">
              {changes.map((change) => (
                <SettingChange key={change.name} change={change} altOf={altOf} />
              ))}
            </ul>
            {lacksPictures ? (
              <p className="text-14 text-ink-soft">A picture of before is deleted, so it cannot be put back.</p>
            ) : JSON.stringify(former) === JSON.stringify(value) ? null : (
              <SmallButton disabled={isPending} onClick={() => void onPutBack(former)}>
                Put back what it said before
              </SmallButton>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type OneChange = SettingHistory[number]['changes'][number];

/** One changed field, from what to what; a list, entry by entry. */
export function SettingChange({
  change: { name, from, to },
  altOf,
}: {
  change: OneChange;
  altOf: ReadonlyMap<string, string>;
}) {
  const lines = describeListChange(from, to, altOf) ?? [
    { text: name === 'value' ? '' : wordsOfName(name), from: textOf(from), to: textOf(to) },
  ];
  return <ChangeLines changes={lines} />;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ');
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(', ');
  return String(value);
}
