/** Server: match, prefetch, render, head, state. The browser does the reverse in hydrate-page.tsx. */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { cityIn, cityQuery } from '#features/city-guide/web/city-queries.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { createQueryClient } from '#web/api-client/query-client.ts';
import { setTransport, type Transport } from '#web/api-client/transport.ts';
import type { PageArgs } from '#web/page.ts';
import { StaticRouter } from '#web/router/router.tsx';
import { collectHead } from '#web/seo/use-head.ts';
import { findDrawnPartsBy } from '#web/ui/drawn-part.tsx';
import { PlainFormProvider, type PlainFormResult } from '#web/ui/plain-form.tsx';
import { serverPartsLoaded } from '#web/ui/server-drawn.tsx';
import { DrawnParts } from './drawn-parts.ts';
import { matchRoute } from './match-route.ts';
import { pageSearch } from './page-search.ts';
import { readPageQuery } from './read-page-query.ts';
import type { RouteEntry } from './route.ts';
import { AppRoutes, loadPage } from './route-components.tsx';
import { notFoundRoute } from './routes.ts';
import { writePageState } from './write-page-state.ts';

export interface RenderedPage {
  status: number;
  /** Set with status 301. */
  location?: string;
  /** The route file whose script and styles the page needs. */
  file: string;
  /** Title, description and the like; goes into <head>. */
  head: string;
  /** Goes into the root element. */
  body: string;
  state: string;
}

/** Thrown when the page's data cannot be read; the front answers with a plain page. */
class PageDataError extends Error {
  readonly status: number;
  constructor(status: number, options: ErrorOptions) {
    super(`page data: ${status}`, options);
    this.status = status;
  }
}

const drawnParts = new DrawnParts();
findDrawnPartsBy((part) => drawnParts.find(part));

/** @param url path and query, for example '/directory?search=tacos' */
export async function renderPage(
  url: string,
  transport: Transport,
  form: PlainFormResult | null = null,
): Promise<RenderedPage> {
  const address = new URL(url, 'http://page.invalid');
  const { entry, params } = matchRoute(address.pathname);
  const client = createQueryClient();
  const { queries: usual } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...usual, retryOnMount: false, gcTime: Number.POSITIVE_INFINITY } });
  setTransport(client, transport);
  try {
    const module = await loadPage(entry);
    const args: PageArgs<string> = { params, search: pageSearch(entry, address.searchParams) };
    const queries = [cityQuery, ...(module.queries?.(args) ?? [])];
    const readAt = Date.now();
    await Promise.all(queries.map((query) => readPageQuery(client, query, readAt)));
    await serverPartsLoaded();
    const status = pageStatus(
      entry,
      client
        .getQueryCache()
        .getAll()
        .map((query) => query.state.error),
    );

    const canonical = status === 200 ? (module.canonicalPath?.(args, client) ?? null) : null;
    if (canonical !== null && canonical !== address.pathname) {
      return { status: 301, location: canonical + address.search, file: entry.file, head: '', body: '', state: '' };
    }

    const page = (
      <QueryClientProvider client={client}>
        <PlainFormProvider value={form}>
          <StaticRouter at={address.pathname + address.search}>
            <AppRoutes />
          </StaticRouter>
        </PlainFormProvider>
      </QueryClientProvider>
    );
    return {
      status,
      file: entry.file,
      ...collectHead(() => drawnParts.draw(() => renderToString(page))),
      state: writePageState(client, form, { readAt, timeZone: cityIn(client).timeZone }),
    };
  } finally {
    client.clear();
  }
}

/**
 * A 404 from any query makes the page a 404, and invalid parameters make it a 400; the page shows its own
 * state for both. Any other error throws.
 */
function pageStatus(entry: RouteEntry, errors: (Error | null)[]): 200 | 400 | 404 {
  let status: 200 | 400 | 404 = entry === notFoundRoute ? 404 : 200;
  for (const error of errors) {
    // The page itself asks for the code.
    if (error === null || (error instanceof ApiError && error.problem?.code === 'second_factor')) continue;
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) {
      throw new PageDataError(error instanceof ApiError ? error.status : 500, { cause: error });
    }
    status = status === 404 ? 404 : error.status;
  }
  return status;
}
