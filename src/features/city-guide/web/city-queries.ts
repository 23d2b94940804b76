import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TownPageName } from '#shared/city.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import {
  type City,
  getCity,
  getContactGuide,
  getHelpfulLinks,
  getHistory,
  getHomeGuide,
  getListingProperties,
  getPictureCredits,
  getTownPage,
} from '../contract.ts';

/** The town's facts come with every page and do not change while it is open. */
export const cityQuery = {
  ...endpointQuery(getCity, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
};

const cityHash = hashKey(cityQuery.queryKey);

/**
 * The town's facts; server rendering has always read them first. They never change, so this does not
 * subscribe to the cache: every card calls it.
 */
export function useCity(): City {
  return cityIn(useQueryClient());
}

/** The same inside a query function: on the server a page's queries run side by side, and this one may be first. */
export async function readCity(client: QueryClient): Promise<City> {
  return client.getQueryCache().get<City>(cityHash)?.state.data ?? (await callApi(client, getCity, {})).answer;
}

export function cityIn(client: QueryClient): City {
  const data = client.getQueryCache().get<City>(cityHash)?.state.data;
  if (data === undefined) throw new Error("The town's facts were not read before the page was rendered");
  return data;
}

export const homeGuideQuery = endpointQuery(getHomeGuide, {});

export const historyQuery = endpointQuery(getHistory, {});

export const helpfulLinksQuery = endpointQuery(getHelpfulLinks, {});

export const contactGuideQuery = endpointQuery(getContactGuide, {});

export const pictureCreditsQuery = endpointQuery(getPictureCredits, {});

/** Comes with the pages that show or ask for properties. The list does not change while a page is open. */
export const listingPropertiesQuery = {
  ...endpointQuery(getListingProperties, {}),
  staleTime: Number.POSITIVE_INFINITY,
};

export const townPageQuery = (page: TownPageName) => endpointQuery(getTownPage, { params: { page } });
