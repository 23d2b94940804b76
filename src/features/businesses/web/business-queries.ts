import { endpointPartQuery, endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getBusiness, listFeaturedBusinesses } from '../contract.ts';
import { cardFacts } from './card-facts.ts';

export const featuredBusinessesQuery = endpointPartQuery(listFeaturedBusinesses, {}, (businesses) =>
  businesses.map(cardFacts),
);

export const businessQuery = (slug: string) => endpointQuery(getBusiness, { params: { slug } });
