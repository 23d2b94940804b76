import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';

/** Names that a synonym may mean. */
export function useCategoryNames(): readonly string[] {
  return (useQuery(categoriesQuery).data ?? []).map(({ name }) => name);
}
