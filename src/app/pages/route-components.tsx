/** The route table as components, for the browser and for server rendering. */
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { SiteFrame } from '#features/site-frame/web/site-frame.tsx';
import type { PageModule, PageProps } from '#web/page.ts';
import { PageParamsProvider } from '#web/page-params.tsx';
import { useLocation } from '#web/router/router.tsx';
import { matchRoute } from './match-route.ts';
import { pageSearch } from './page-search.ts';
import type { RouteEntry } from './route.ts';

const loadedModules = new Map<RouteEntry, PageModule>();
const lazyPages = new Map<RouteEntry, ComponentType<PageProps<string>>>();

/**
 * A loaded page renders at once, without suspending: needed for server rendering and hydration. Cached,
 * because import() looks up its module each time.
 */
export async function loadPage(entry: RouteEntry) {
  let module = loadedModules.get(entry);
  if (module === undefined) {
    module = await entry.load();
    loadedModules.set(entry, module);
  }
  return module;
}

/** Loads a page's script before the page takes the place of another; undefined when it is there. */
export function preparePage(pathname: string): Promise<unknown> | undefined {
  const { entry } = matchRoute(pathname);
  return loadedModules.has(entry) ? undefined : loadPage(entry);
}

function RoutePage({ entry, search }: PageProps<string> & { entry: RouteEntry }) {
  const Page = loadedModules.get(entry)?.Page ?? lazyPage(entry);
  return <Page search={search} />;
}

function lazyPage(entry: RouteEntry): ComponentType<PageProps<string>> {
  let page = lazyPages.get(entry);
  if (page === undefined) {
    page = lazy(async () => ({ default: (await loadPage(entry)).Page }));
    lazyPages.set(entry, page);
  }
  return page;
}

/**
 * Following a link keeps the old page until the new page's script is there (preparePage); its data then loads with
 * placeholders.
 */
export function AppRoutes() {
  const { pathname, search: query } = useLocation();
  const { entry, params } = matchRoute(pathname);
  const search = useMemo(() => pageSearch(entry, new URLSearchParams(query)), [entry, query]);
  return (
    <Suspense>
      <PageParamsProvider value={params}>
        <SiteFrame>
          <RoutePage key={entry.path} entry={entry} search={search} />
        </SiteFrame>
      </PageParamsProvider>
    </Suspense>
  );
}
