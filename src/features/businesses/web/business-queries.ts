import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getBusiness, listFeaturedBusinesses } from '../contract.ts';

export const featuredBusinessesQuery = endpointQuery(listFeaturedBusinesses, {});

export const businessQuery = (slug: string) => endpointQuery(getBusiness, { params: { slug } });
