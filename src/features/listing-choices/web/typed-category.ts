import { type Entry, listChanges } from '#shared/list-changes.ts';
import type { CategoryForm, ShownCategory } from '../staff-contract.ts';

/** A row of the form. It keeps its id while its words change. */
export interface TypedCategory extends ShownCategory {
  id: string;
}

export const typed = (list: readonly ShownCategory[]): TypedCategory[] =>
  list.map((category) => ({ ...category, id: category.slug }));

export const untyped = ({ slug, name, description, icon, isHidden }: CategoryForm): CategoryForm => ({
  ...{ slug, name, icon, isHidden },
  description: description?.trim() || null,
});

/** A list of the history as the server takes it: an earlier release has stored neither drawings nor what is hidden. */
export const ofHistory = (list: readonly Partial<CategoryForm>[]): CategoryForm[] =>
  list.map(({ slug = '', name = '', description = null, icon = 'other', isHidden = false }) => ({
    ...{ slug, name, description, icon, isHidden },
  }));

/** The rows of the form as entries, with the drawing, which the history of an earlier release does not know. */
const rowEntries = (rows: readonly TypedCategory[]): Entry[] =>
  entriesOf(rows).map((entry, at) => ({ ...entry, words: { ...entry.words, drawing: rows[at]?.icon ?? '' } }));

export const rowChanges = (was: readonly TypedCategory[], now: readonly TypedCategory[]) =>
  listChanges(rowEntries(was), rowEntries(now));

export const entriesOf = (list: readonly Partial<CategoryForm>[]): Entry[] =>
  ofHistory(list).map(({ slug, name, description, isHidden }) => ({
    id: slug,
    name,
    words: { description: description ?? '', hidden: isHidden ? 'yes' : 'no' },
  }));
