import { matchPath, type PathParams } from '#web/router/match-path.ts';
import type { RouteEntry } from './route.ts';
import { notFoundRoute, routes } from './routes.ts';

/** Most paths equal a path of the table and need no pattern. */
const byPath = new Map(routes.filter(({ path }) => !/[:*]/.test(path)).map((entry) => [entry.path, entry]));

/** The entry that answers a path. */
export function findRoute(pathname: string): RouteEntry {
  const fits = ({ path }: RouteEntry) => matchPath(path, pathname) !== null;
  return byPath.get(pathname) ?? routes.find(fits) ?? notFoundRoute;
}

/**
 * The entry that answers a path, with the parameters in it; the same for the server's queries and for the
 * page.
 */
export function matchRoute(pathname: string): { entry: RouteEntry; params: PathParams } {
  const named = byPath.get(pathname);
  if (named !== undefined) return { entry: named, params: {} };
  for (const entry of routes) {
    const match = matchPath(entry.path, pathname);
    if (match) return { entry, params: decoded(match) };
  }
  return { entry: notFoundRoute, params: {} };
}

function decoded(params: PathParams): PathParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value === undefined ? undefined : decodeURIComponent(value)]),
  );
}
