import type { Entry } from '#features/settings/list-changes.ts';
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

export const entriesOf = (list: readonly Partial<CategoryForm>[]): Entry[] =>
  ofHistory(list).map(({ slug, name, description, isHidden }) => ({
    id: slug,
    name,
    words: { description: description ?? '', hidden: isHidden ? 'yes' : 'no' },
  }));
