import type { PageSearch } from '#web/page.ts';
import type { RouteEntry } from './route.ts';

/** The address's parameters as a page of the route reads them: the first of each name counts, of a list all of them. */
export function pageSearch({ reads }: Pick<RouteEntry, 'reads'>, given: URLSearchParams): PageSearch<string> {
  return { get: (name) => (reads[name] === 'list' ? joinedValues(given, name) : given.get(name)) };
}

/** A form's checkboxes give `properties=a&properties=b`, a link `properties=a,b`: both mean the same. */
export function joinedValues(given: URLSearchParams, name: string): string | null {
  const values = given.getAll(name).filter((value) => value !== '');
  return values.length === 0 ? null : values.join(',');
}
