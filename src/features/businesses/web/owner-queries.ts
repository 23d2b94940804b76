import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { findSimilarBusinesses, getOwnBusiness, listOwnBusinesses } from '../owner-contract.ts';

export const ownBusinessesQuery = endpointQuery(listOwnBusinesses, {});

export const ownBusinessQuery = (id: string) => endpointQuery(getOwnBusiness, { params: { id } });

export const similarBusinessesQuery = (name: string, address: string) =>
  endpointQuery(findSimilarBusinesses, { query: { name, address } });
