import { infiniteQueryOptions } from '@tanstack/react-query';
import { type BusinessSummary, listBusinesses } from '#features/businesses/contract.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { nextCursor } from '#web/api-client/list-headers.ts';

interface ClaimablePage {
  /** Businesses without an owner. */
  claimable: BusinessSummary[];
  /** The number of businesses that were read, with and without an owner. */
  seen: number;
  next: string | null;
}

/** Enough to fill a screen. */
const enough = 12;
const maxReads = 5;

/**
 * Searches businesses without an owner. A page of results may have none, so more pages are read until there
 * are enough to show; a button loads the rest.
 */
export function claimableQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [listBusinesses.path, 'claimable', search],
    initialPageParam: null as string | null,
    getNextPageParam: (last: ClaimablePage) => last.next,
    queryFn: async ({ client, pageParam }): Promise<ClaimablePage> => {
      const page: ClaimablePage = { claimable: [], seen: 0, next: pageParam };
      for (let read = 0; read < maxReads; read++) {
        const query = { search, limit: 60, ...(page.next === null ? {} : { cursor: page.next }) };
        const { answer, headers } = await callApi(client, listBusinesses, { query });
        page.seen += answer.length;
        page.claimable.push(...answer.filter(({ ownerId }) => ownerId === null));
        page.next = nextCursor(headers);
        if (page.next === null || page.claimable.length >= enough) break;
      }
      return page;
    },
  });
}
