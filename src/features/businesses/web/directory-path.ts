import { queryString } from '#shared/endpoint.ts';

interface DirectoryAddress {
  search?: string | undefined;
  /** A category's slug; 'all' is left out. */
  category?: string | undefined;
  cursor?: string | undefined;
}

/** '/directory?search=tacos&category=food-dining' */
export function directoryPath({ search, category, cursor }: DirectoryAddress): string {
  return `/directory${queryString({ search, category: category === 'all' ? undefined : category, cursor })}`;
}
