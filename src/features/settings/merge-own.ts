/** Joins an edit of a setting with what colleagues have saved meanwhile, field by field. A list or a text is one field. */
import type { SettingHistory } from './history-contract.ts';

type Fields = Record<string, unknown>;
type Changes = SettingHistory[number]['changes'];

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The database keeps the fields of a record in an order of its own. */
const inOrder = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);

/** The stored value with the fields that were changed here. */
export function mergeOwn<V>({ base, typed, stored }: { base: V; typed: V; stored: V }): V {
  if (!isRecord(base) || !isRecord(typed) || !isRecord(stored)) return isSame(typed, base) ? stored : typed;
  const own = Object.entries(typed).filter(([name, value]) => !isSame(value, base[name]));
  return { ...stored, ...Object.fromEntries(own) };
}

/** Takes what was typed here out of an edit of the merged value: the fields of colleagues stay out. */
export function typedOf<V>({ next, merged, typed }: { next: V; merged: V; typed: V }): V {
  if (!isRecord(next) || !isRecord(merged) || !isRecord(typed)) return next;
  const changed = Object.entries(next).filter(([name, value]) => !isSame(value, merged[name]));
  return { ...typed, ...Object.fromEntries(changed) };
}

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
