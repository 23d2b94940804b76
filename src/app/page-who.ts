import { matchPath } from 'react-router';
import type { Who } from '#shared/endpoint.ts';
import { pageAccess } from './access.ts';
import { routes } from './routes.ts';

/** Who may see the page at a path, found as the page itself will be. */
export function pageWho(pathname: string): Who {
  const entry = routes.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  return (entry && pageAccess[entry.path]) ?? 'anyone';
}
