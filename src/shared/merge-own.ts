/** Joins an edit with what somebody else has saved since it was begun, field by field. A list or a text is one field. */
type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The database keeps the fields of a record in an order of its own. */
const inOrder = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
/** Equal, whatever the order of a record's fields. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);

interface Edit<V> {
  base: V;
  typed: V;
  stored: V;
  /** 2: the fields of the fields are joined, too. */
  depth?: number;
}

/** The stored value with the fields that were changed here. */
export function mergeOwn<V>({ base, typed, stored, depth = 1 }: Edit<V>): V {
  if (depth === 0 || !isRecord(base) || !isRecord(typed) || !isRecord(stored))
    return isSame(typed, base) ? stored : typed;
  const fields: Fields = { ...stored };
  for (const [name, value] of Object.entries(typed)) {
    fields[name] = mergeOwn({ base: base[name], typed: value, stored: stored[name], depth: depth - 1 });
  }
  return fields as V;
}

/** Takes what was typed here out of an edit of the merged value: the fields of colleagues stay out. */
export function typedOf<V>({ next, merged, typed, depth = 1 }: { next: V; merged: V; typed: V; depth?: number }): V {
  if (isSame(next, merged)) return typed;
  if (depth === 0 || !isRecord(next) || !isRecord(merged) || !isRecord(typed)) return next;
  const fields: Fields = { ...typed };
  for (const [name, value] of Object.entries(next)) {
    fields[name] = typedOf({ next: value, merged: merged[name], typed: typed[name], depth: depth - 1 });
  }
  return fields as V;
}
