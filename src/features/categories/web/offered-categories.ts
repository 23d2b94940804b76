interface Choice {
  slug: string;
  name: string;
}

export interface StoredCategory {
  category: string;
  categoryName: string;
}

/** The choices of a form, with the stored category first when the town hides it. */
export const withStored = (offered: readonly Choice[], stored: StoredCategory | undefined): readonly Choice[] =>
  stored === undefined || offered.some(({ slug }) => slug === stored.category)
    ? offered
    : [{ slug: stored.category, name: stored.categoryName }, ...offered];
