/**
 * The shape of a route file: the data it reads, whether it may be stored and indexed, and the page itself.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

export interface PageArgs {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
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

export interface PageModule {
  /** Read before the server renders. A 404 from any of them makes the page a 404. */
  queries?: (args: PageArgs) => PageQuery[];
  /**
   * The path at which this page lives now (an entry's new slug). When the request's path differs, the server
   * redirects permanently.
   */
  canonicalPath?: (args: PageArgs, client: QueryClient) => string | null;
  Page: ComponentType;
}
