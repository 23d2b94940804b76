/** What a route file is: the data it reads, what it may not be stored or indexed for, and the page itself. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

export interface PageArgs {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** Query options whose answer's type no longer matters: the server only reads them. */
export interface PageQuery {
  queryKey: readonly unknown[];
  // biome-ignore lint/suspicious/noExplicitAny: query options are contravariant in their context; a list of unlike ones needs it
  queryFn?: any;
  /** Marks an infinite query. */
  initialPageParam?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  getNextPageParam?: any;
}

export interface PageModule {
  /** Read before the server renders. A 404 from any of them makes the page a 404. */
  queries?: (args: PageArgs) => PageQuery[];
  /** The path this page should have been asked by (an entry's new slug); the server redirects for good when it differs. */
  canonicalPath?: (args: PageArgs, client: QueryClient) => string | null;
  Page: ComponentType;
}
