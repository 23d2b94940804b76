import { infiniteQueryOptions } from '@tanstack/react-query';
import { type BusinessSummary, listBusinesses } from '#features/businesses/contract.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { nextCursor } from '#web/api-client/list-headers.ts';

interface ClaimablePage {
  /** Businesses without an owner. */
  claimable: BusinessSummary[];
  /** Businesses with an owner: a search names them, too. */
  owned: BusinessSummary[];
  next: string | null;
}

/** Enough to fill a screen. */
const enough = 12;
const maxReads = 5;

/**
 * Searches for businesses without an owner. A page of results may have none, so more pages are read until there
 * are enough to show; a button loads the rest.
 */
export function claimableQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [listBusinesses.path, 'claimable', search],
    initialPageParam: null as string | null,
    getNextPageParam: (last: ClaimablePage) => last.next,
    queryFn: async ({ client, pageParam }): Promise<ClaimablePage> => {
      const page: ClaimablePage = { claimable: [], owned: [], next: pageParam };
      for (let read = 0; read < maxReads; read++) {
        const query = { search, limit: 60, ...(page.next === null ? {} : { cursor: page.next }) };
        const { answer, headers } = await callApi(client, listBusinesses, { query });
        for (const business of answer) (business.ownerId === null ? page.claimable : page.owned).push(business);
        page.next = nextCursor(headers);
        if (page.next === null || page.claimable.length >= enough) break;
      }
      return page;
    },
  });
}
