/** A route file: the data that its page reads, the path it should be asked by, and the page itself. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** Every page may be asked for with `?sent=`: the mark of a plain form that was sent. */
export type EveryPagesParameter = 'sent';

/** The query parameters of the page's address: a page can read only those that its route declares (src/app/pages/routes.ts). */
export interface PageSearch<Name extends string = never> {
  readonly get: (name: Name | EveryPagesParameter) => string | null;
}

export interface PageArgs<Name extends string = never> {
  params: Record<string, string | undefined>;
  search: PageSearch<Name>;
}

export interface PageProps<Name extends string = never> {
  search: PageSearch<Name>;
}

/** Query options without their answer's type: the server only reads them. */
export interface PageQuery {
  queryKey: readonly unknown[];
  // biome-ignore lint/suspicious/noExplicitAny: query options are contravariant in their context; a list of different ones needs it
  queryFn?: any;
  /** Marks an infinite query. */
  initialPageParam?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  getNextPageParam?: any;
}

/** @typeParam Name the parameters that it reads; of a page that is not known, any */
export interface PageModule<Name extends string = string> {
  /** Read before the server renders. A 404 from any of them makes the page a 404. */
  queries?: (args: PageArgs<Name>) => PageQuery[];
  /**
   * The path at which this page lives now (an entry's new slug). When the request's path differs, the server
   * redirects permanently.
   */
  canonicalPath?: (args: PageArgs<Name>, client: QueryClient) => string | null;
  Page: ComponentType<PageProps<Name>>;
}
