import { type Entry, listChanges } from '#shared/list-changes.ts';
import type { PropertyForm, ShownProperty } from '../staff-contract.ts';

/** A row of the form. It keeps its id while its words change; `words` is the text as it is typed. */
export interface TypedProperty extends Omit<ShownProperty, 'words'> {
  id: string;
  words: string;
}

export const typed = (list: readonly ShownProperty[]): TypedProperty[] =>
  list.map((property) => ({ ...property, id: property.key, words: property.words.join(', ') }));

/** Returns it as the server takes it: 'patio, terrace' are two words, each once. */
export function untyped({ key, name, group, words, icon, isHidden }: TypedProperty): PropertyForm {
  const list = words.split(',').map((word) => word.trim());
  return { key, name, group, icon, isHidden, words: [...new Set(list)].filter((word) => word !== '') };
}

/** Differences between two states of the form; the drawing counts, too. */
export function rowChanges(was: readonly TypedProperty[], now: readonly TypedProperty[]) {
  const entries = (rows: readonly TypedProperty[]) =>
    entriesOf(rows.map(untyped)).map((entry, at) => ({
      ...entry,
      words: { ...entry.words, drawing: rows[at]?.icon ?? '' },
    }));
  return listChanges(entries(was), entries(now));
}

export const entriesOf = (list: readonly PropertyForm[]): Entry[] =>
  list.map(({ key, name, group, words, isHidden }) => ({
    id: key,
    name,
    words: { group, words: words.join(', '), hidden: isHidden ? 'yes' : 'no' },
  }));
