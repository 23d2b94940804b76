/** The route table as components, the same for the browser and for server rendering. */
import { type ComponentType, lazy, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { SiteFrame } from '#features/site-frame/web/site-frame.tsx';
import type { PageModule } from '#web/page.ts';
import { PageParamsProvider } from '#web/page-params.tsx';
import { notFoundRoute, type RouteEntry, routes } from './routes.ts';

const loadedModules = new Map<RouteEntry, PageModule>();
const lazyPages = new Map<RouteEntry, ComponentType>();

/** Most paths are written as the table has them: those need no pattern. */
const byPath = new Map(routes.filter(({ path }) => !/[:*]/.test(path)).map((entry) => [entry.path, entry]));

/** The entry that answers a path, and what its pattern found in it: the same for the server's queries and for the page. */
export function matchRoute(pathname: string): { entry: RouteEntry; params: Record<string, string | undefined> } {
  const named = byPath.get(pathname);
  if (named !== undefined) return { entry: named, params: {} };
  for (const entry of routes) {
    const match = matchPath({ path: entry.path, caseSensitive: true }, pathname);
    if (match) return { entry, params: decoded(match.params) };
  }
  return { entry: notFoundRoute, params: {} };
}

function decoded(params: Record<string, string | undefined>) {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value === undefined ? undefined : decodeURIComponent(value)]),
  );
}

/**
 * A loaded page renders at once, without a moment of suspense: needed for server rendering and for hydration. Kept, because import()
 * looks for its module each time.
 */
export async function loadPage(entry: RouteEntry) {
  let module = loadedModules.get(entry);
  if (module === undefined) {
    module = await entry.load();
    loadedModules.set(entry, module);
  }
  return module;
}

function RoutePage({ entry }: { entry: RouteEntry }) {
  const Page = loadedModules.get(entry)?.Page ?? lazyPage(entry);
  return <Page />;
}

function lazyPage(entry: RouteEntry): ComponentType {
  let page = lazyPages.get(entry);
  if (page === undefined) {
    page = lazy(async () => ({ default: (await loadPage(entry)).Page }));
    lazyPages.set(entry, page);
  }
  return page;
}

/**
 * Following a link keeps the old page until the new one's script is there; its data then comes with placeholders. The table is flat
 * and has one frame, so the router's own components, which rank and compile it anew for each page, are not needed.
 */
export function AppRoutes() {
  const { entry, params } = matchRoute(useLocation().pathname);
  return (
    <Suspense>
      <PageParamsProvider value={params}>
        <SiteFrame>
          <RoutePage key={entry.path} entry={entry} />
        </SiteFrame>
      </PageParamsProvider>
    </Suspense>
  );
}
