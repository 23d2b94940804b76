import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { wordsOfName } from '#shared/words-of-name.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { SettingHistory } from '../history-contract.ts';
import { getSettingHistory, type SettingName } from '../staff-contract.ts';

interface SettingHistoryProps<V> {
  name: SettingName;
  value: V;
  /** Puts a former value into the form; null: its parts, such as pictures, may be gone. */
  onUse: ((value: V) => void) | null;
}

/** Lists what a part of the settings said before, with the way back into the form. It loads when it is opened. */
export function SettingHistoryList<V>({ name, value, onUse }: SettingHistoryProps<V>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-16 underline">
        What it said before
      </summary>
      {isOpen ? <Loaded name={name} value={value} onUse={onUse} /> : null}
    </details>
  );
}

function Loaded<V>({ name, value, onUse }: SettingHistoryProps<V>) {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getSettingHistory, { params: { key: name } }),
    refetchOnMount: 'always',
  });
  if (data === undefined) {
    return error ? <LoadFailed message="Failed to fetch the history" onRetry={() => void refetch()} /> : <Spinner />;
  }
  if (data.length === 0) return <p className="text-16">Nothing has been changed here yet.</p>;
  return (
    <ol className="grid gap-3 text-16">
      {data.map(({ at, by, isReset, changes }) => (
        <li key={at} className="grid justify-items-start gap-1 rounded-control border border-line px-4 py-3">
          <p className="text-14 text-ink-soft">
            <Moment at={at} />, {by ?? 'an account that is gone'}
            {isReset ? ": back to the city pack's" : ''}
          </p>
          <ul className="break-words">
            {changes.map((change) => (
              <li key={change.name}>
                {wordsOfName(change.name)}: {textOf(change.from)} → <strong>{textOf(change.to)}</strong>
              </li>
            ))}
          </ul>
          {onUse && changes.length > 0 ? (
            <SmallButton onClick={() => onUse(formerValue(value, changes))}>Take back what it said before</SmallButton>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** A list or a text is one change, named 'value'; of a record, the fields that differed. */
function formerValue<V>(value: V, changes: SettingHistory[number]['changes']): V {
  const whole = changes.find(({ name }) => name === 'value');
  if (whole) return whole.from as V;
  return { ...value, ...Object.fromEntries(changes.map(({ name, from }) => [name, from])) };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(nothing)';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map(textOf).join('; ') || '(nothing)';
  if (typeof value === 'object') return Object.values(value).map(textOf).join(', ');
  return String(value);
}
