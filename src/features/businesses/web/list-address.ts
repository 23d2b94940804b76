/** Filters and order of a list of businesses, as the addresses of the directory and of a category say them. */
import { queryString } from '#shared/endpoint.ts';
import type { PageSearch } from '#web/page.ts';
import { readSearchTerm } from '../contract.ts';

/** Parameters of both pages; the directory has `search` and `category` besides. */
export const filterParameters = ['open', 'at', 'near', 'within', 'properties', 'photos', 'sort'] as const;
export type FilterParameter = (typeof filterParameters)[number];

type Filters = Partial<Record<FilterParameter, string | undefined>>;

export interface ListAddress extends Filters {
  search?: string | undefined;
  /** 'typed': no word of the search is corrected. */
  spelling?: 'typed' | undefined;
  /** A category's slug. */
  category?: string | undefined;
  cursor?: string | undefined;
  /** 'map': the list has a map above it. */
  view?: 'map' | undefined;
}

const dayName = /^(sun|mon|tues|wednes|thurs|fri|satur)day$/;

export function readFilters(search: PageSearch<FilterParameter>): Filters {
  const read = (name: FilterParameter) => search.get(name)?.trim() || undefined;
  return Object.fromEntries(filterParameters.flatMap((name) => (read(name) ? [[name, read(name)]] : [])));
}

export const readView = (search: PageSearch<'view'>) => (search.get('view') === 'map' ? 'map' : undefined);

export function readListAddress(
  search: PageSearch<FilterParameter | 'search' | 'spelling' | 'category' | 'cursor' | 'view'>,
): ListAddress {
  const category = search.get('category');
  return {
    ...readFilters(search),
    search: readSearchTerm(search.get('search') ?? '') || undefined,
    spelling: search.get('spelling') === 'typed' ? 'typed' : undefined,
    category: category && category !== 'all' ? category : undefined,
    cursor: search.get('cursor') || undefined,
    view: readView(search),
  };
}

/** The same for the API: a day and a time of day are one value there. */
export function listQuery({ search, spelling, category, cursor: _, view: __, ...filters }: ListAddress) {
  const { open, at, near, within, properties, photos, sort } = filters;
  return {
    search,
    spelling,
    categoryId: category,
    open: open && at && dayName.test(open) ? `${open}-${at}` : open,
    ...{ near, within, properties, photos, sort: sort === 'fit' ? undefined : sort },
  };
}

/** @param path '/directory' or '/category/{slug}'; values that say nothing are left out */
export function listPath(path: string, { search, spelling, category, cursor, view, ...filters }: ListAddress): string {
  const { open, at, near, within, properties, photos, sort } = filters;
  return (
    path +
    queryString({
      search,
      spelling: search && spelling,
      category,
      open,
      at: open && dayName.test(open) ? at : undefined,
      ...{ near, within, properties, photos, sort: sort === 'fit' ? undefined : sort, cursor, view },
    })
  );
}

/** Reads the choices of a filter form. */
export function filtersOf(form: FormData): Filters {
  const values = (name: FilterParameter) => form.getAll(name).map(String).filter(Boolean).join(',') || undefined;
  return Object.fromEntries(filterParameters.map((name) => [name, values(name)]));
}

export const withoutFilters = ({ search, spelling, category, view }: ListAddress): ListAddress => ({
  ...{ search, spelling, category, view },
});

export const keysOf = (properties: string | undefined) => properties?.split(',').filter(Boolean) ?? [];

/** Counts the choices that narrow the list; the order is none of them. */
export function countFilters({ open, near, within, properties, photos }: Filters): number {
  return [open, near ?? within, photos].filter(Boolean).length + keysOf(properties).length;
}
