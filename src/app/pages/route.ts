/** The declaration of a route: the facts about a page that must be known before it is loaded. */
import type { Who } from '#shared/endpoint.ts';
import type { EveryPagesParameter, PageModule } from '#web/page.ts';

/**
 * The way in which a page reads a query parameter.
 * - 'shared': many visitors use it, so each value has a stored page of its own.
 * - 'list': the same, and it may stand several times, as a form's checkboxes give it; its values are joined with commas.
 * - 'place': 'center' is shared; a visitor's own position makes the page one visitor's, which is never stored.
 * - 'personal': it makes the page one visitor's own; the page is made anew for each request and never stored.
 * - 'browser': only the browser reads it; the server's page is the same with and without it.
 */
export type ParameterKind = 'shared' | 'list' | 'place' | 'personal' | 'browser';

interface RouteFacts {
  /**
   * The page's readers. A page for staff is the 404 page to others and is never stored. All other HTML is the
   * same for everybody; the data of a signed-in person comes from the API.
   */
  who: Who;
  /** Made anew for each request and never stored. */
  isPersonal?: true;
  /** With a personal parameter in its address, the page's data is read with the reader's session. */
  isForReader?: true;
  /**
   * Indexed by search engines: a page without a name in its path is in the sitemap itself, others by their
   * entries.
   */
  isIndexed?: true;
  /**
   * robots.txt asks crawlers to leave the page alone: each address is one person's, or loads a payment form.
   * Pages for staff need no mark.
   */
  isLeftAlone?: true;
  /**
   * 'payment': the content policy allows the payment form. Only a full page load brings it, not a link inside
   * the page.
   */
  policy?: 'payment';
}

export interface RouteEntry extends RouteFacts {
  /** A pattern (src/web/router/match-path.ts). */
  path: string;
  /** The file in src/routes, for preloading its script. */
  file: string;
  load: () => Promise<PageModule>;
  /** The query parameters that the page reads. */
  reads: Readonly<Record<string, ParameterKind>>;
}

type NamesIn<Args> = Args extends { search: { get: (name: infer Name) => unknown } }
  ? Exclude<Name, EveryPagesParameter>
  : never;
/** The parameters that the functions of a route file read. */
type ReadBy<M> = {
  [K in keyof M]: M[K] extends (args: infer Args, ...rest: never[]) => unknown ? NamesIn<Args> : never;
}[keyof M];
/** Exactly these names. */
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
