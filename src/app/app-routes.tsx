/** The route table as components, the same for the browser and for server rendering. */
import { type ComponentType, lazy, Suspense } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { SiteFrame } from '#features/site-frame/web/site-frame.tsx';
import { notFoundRoute, type RouteEntry, routes } from './routes.ts';

const loadedPages = new Map<RouteEntry, ComponentType>();
const lazyPages = new Map<RouteEntry, ComponentType>();

/** The entry that answers a path, and what its pattern found in it. */
export function matchRoute(pathname: string): { entry: RouteEntry; params: Record<string, string | undefined> } {
  for (const entry of routes) {
    const match = matchPath({ path: entry.path, caseSensitive: true }, pathname);
    if (match) return { entry, params: match.params };
  }
  return { entry: notFoundRoute, params: {} };
}

/** A loaded page renders at once, without a moment of suspense: needed for server rendering and for hydration. */
export async function loadPage(entry: RouteEntry) {
  const module = await entry.load();
  loadedPages.set(entry, module.Page);
  return module;
}

function RoutePage({ entry }: { entry: RouteEntry }) {
  const Page = loadedPages.get(entry) ?? lazyPage(entry);
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

/** Following a link keeps the old page until the new one's script is there; its data then comes with placeholders. */
export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route element={<SiteFrame />}>
          {[...routes, notFoundRoute].map((entry) => (
            <Route
              key={entry.path}
              path={entry.path}
              caseSensitive
              element={<RoutePage key={entry.path} entry={entry} />}
            />
          ))}
        </Route>
      </Routes>
    </Suspense>
  );
}
