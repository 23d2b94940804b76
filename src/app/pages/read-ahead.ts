/**
 * Browser: reads the page behind a link, its script and its data, while somebody is about to follow it: the pointer
 * rests on it, a finger touches it, or the keyboard has reached it.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { hintsAtSession } from '#features/accounts/web/current-user.ts';
import type { PageQuery } from '#web/page.ts';
import { matchRoute } from './match-route.ts';
import { pageSearch } from './page-search.ts';
import { loadPage } from './route-components.tsx';

/** A pointer that only crosses a link leaves it sooner. */
const restMs = 65;
/** For as long as this, what was read ahead is not read again. */
const freshMs = 5_000;
/** From one page: a list has sixty links, and nobody follows them all. */
const maxLinks = 20;

const justRead = new Set<string>();

/** Data is stale at once, except what was just read for the page that opens now. */
export const staleTime = ({ queryHash }: Pick<Query, 'queryHash'>): number => (justRead.has(queryHash) ? freshMs : 0);

async function readQuery(client: QueryClient, query: PageQuery): Promise<void> {
  const { queryKey, queryFn, initialPageParam, getNextPageParam } = query;
  // Data that was read before shows at once anyway, and the page then reads it anew.
  if (client.getQueryData(queryKey) !== undefined) return;
  // A list that goes on has its first page inside a list of pages.
  await (getNextPageParam === undefined
    ? client.prefetchQuery({ queryKey, queryFn })
    : client.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam }));
  const hash = client.getQueryCache().find({ queryKey })?.queryHash ?? '';
  justRead.add(hash);
  setTimeout(() => justRead.delete(hash), freshMs);
}

async function readPage(client: QueryClient, { pathname, search }: HTMLAnchorElement): Promise<void> {
  const { entry, params } = matchRoute(pathname);
  // Other pages are one person's own, or have to be opened anew.
  if (entry.isIndexed === undefined) return;
  const { queries } = await loadPage(entry);
  // A signed-in person may just be saving what would then be shown as it was before.
  if (queries === undefined || hintsAtSession()) return;
  const asked = queries({ params, search: pageSearch(entry, new URLSearchParams(search)) });
  await Promise.all(asked.map((query) => readQuery(client, query)));
}

const withoutHash = (address: string) => address.split('#', 1)[0];

/** The visitor asks to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Each link once as long as the same page is shown. @returns what ends it */
export function readAhead(client: QueryClient): () => void {
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begun = new Set<string>();
  const begin = (link: HTMLAnchorElement) => {
    if (shown !== location.href) begun.clear();
    shown = location.href;
    if (begun.has(link.href) || begun.size >= maxLinks) return;
    begun.add(link.href);
    // The page behind the link says by itself what went wrong.
    readPage(client, link).catch(() => undefined);
  };
  const notice = ({ type, target }: Event) => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || link.target !== '' || savesData()) return;
    if (withoutHash(link.href) === withoutHash(location.href)) return;
    if (type === 'touchstart') begin(link);
    else timer = setTimeout(begin, restMs, link);
  };
  const types = ['pointerover', 'focusin', 'touchstart'];
  for (const type of types) document.addEventListener(type, notice, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const type of types) document.removeEventListener(type, notice);
  };
}
