/** How a route is declared: what has to be known of a page before it is loaded. */
import type { Who } from '#shared/endpoint.ts';
import type { EveryPagesParameter, PageModule } from '#web/page.ts';

/**
 * How a page reads a query parameter.
 * - 'shared': many visitors ask with it, so each value has a stored page of its own.
 * - 'personal': with it the page is one visitor's own; it is made anew for each request and never stored.
 * - 'browser': only the browser reads it; the server's page is the same with and without.
 */
export type ParameterKind = 'shared' | 'personal' | 'browser';

interface RouteFacts {
  /**
   * For whom the page is. A page for staff is the 404 page to others, and never stored. The HTML of all others is the same for
   * everybody: what a signed-in person sees comes from the API.
   */
  who: Who;
  /** Made anew for each request and never stored. */
  isPersonal?: true;
  /** Meant to be found: a page without a name in its path is in the sitemap itself, the others by their entries. */
  isIndexed?: true;
  /** 'payment': the content policy allows the payment form. Only a whole load brings it, not a link inside the page. */
  policy?: 'payment';
}

export interface RouteEntry extends RouteFacts {
  /** React Router's pattern. */
  path: string;
  /** File in src/routes, for preloading its script. */
  file: string;
  load: () => Promise<PageModule>;
  /** The query parameters that the page reads. */
  reads: Readonly<Record<string, ParameterKind>>;
}

type NamesIn<Args> = Args extends { search: { get: (name: infer Name) => unknown } }
  ? Exclude<Name, EveryPagesParameter>
  : never;
/** The parameters that the functions of a route file ask for. */
type ReadBy<M> = {
  [K in keyof M]: M[K] extends (args: infer Args, ...rest: never[]) => unknown ? NamesIn<Args> : never;
}[keyof M];
/** All of them, and no other. */
type Exactly<Name> = [Name] extends [never] ? Record<string, never> : Record<Name & string, ParameterKind>;

/** A route that does not declare exactly the parameters that its page reads does not compile. */
export function route<M extends PageModule>(
  path: string,
  file: string,
  load: () => Promise<M>,
  facts: RouteFacts & { reads: Exactly<ReadBy<M>> },
): RouteEntry {
  return { path, file, load, ...facts };
}
