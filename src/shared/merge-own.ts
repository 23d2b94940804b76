/** Joins an edit with what somebody else has saved since it was begun: field by field, and lists entry by entry. A text is one field. */
import { type Fields, isRecord, isSame } from './is-same.ts';
import { mergeLists } from './merge-lists.ts';

interface Edit<V> {
  base: V;
  typed: V;
  stored: V;
  /** 2: the fields of the fields are joined, too. */
  depth?: number;
}

/** The stored value with the fields that were changed here. */
export function mergeOwn<V>({ base, typed, stored, depth = 1 }: Edit<V>): V {
  if (isSame(typed, base)) return stored;
  if (Array.isArray(base) && Array.isArray(typed) && Array.isArray(stored)) {
    return mergeLists({ base, typed, stored }, (entry) => mergeOwn(entry)) as V;
  }
  if (depth === 0 || !isRecord(base) || !isRecord(typed) || !isRecord(stored)) return typed;
  const fields: Fields = { ...stored };
  for (const [name, value] of Object.entries(typed)) {
    fields[name] = mergeOwn({ base: base[name], typed: value, stored: stored[name], depth: depth - 1 });
  }
  return fields as V;
}
