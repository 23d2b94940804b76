/** Reads the history of a setting backwards. */
import { isSame } from '#shared/is-same.ts';
import type { SettingHistory } from './history-contract.ts';

type Changes = SettingHistory[number]['changes'];

/** A value before a change. A list or a text is one change, named 'value'; of a record, the fields that differed. */
export function formerValue<V>(value: V, changes: Changes): V {
  const whole = changes.find(({ name }) => name === 'value');
  if (whole) return whole.from as V;
  return { ...value, ...Object.fromEntries(changes.map(({ name, from }) => [name, from])) };
}

/** The changes that made `stored` out of `base`, oldest first; null when the history does not reach back to it. */
export function changesSince<V>(
  history: SettingHistory,
  { base, stored }: { base: V; stored: V },
): SettingHistory | null {
  let value = stored;
  for (const [at, entry] of history.entries()) {
    if (isSame(value, base)) return history.slice(0, at).toReversed();
    value = formerValue(value, entry.changes);
  }
  return isSame(value, base) ? history.toReversed() : null;
}

/** The changes that make `to` out of `from`, as the history would name them. */
export function changesBetween<V>(from: V, to: V): Changes {
  if (isSame(from, to)) return [];
  if (!isRecord(from) || !isRecord(to)) return [{ name: 'value', from, to }];
  return Object.keys(to).flatMap((name) =>
    isSame(from[name], to[name]) ? [] : [{ name, from: from[name], to: to[name] }],
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
