import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { findSimilarBusinesses, getOwnBusiness, listOwnBusinesses, suggestAddresses } from '../owner-contract.ts';

export const ownBusinessesQuery = endpointQuery(listOwnBusinesses, {});

export const ownBusinessQuery = (id: string) => endpointQuery(getOwnBusiness, { params: { id } });

export const similarBusinessesQuery = (name: string, address: string) =>
  endpointQuery(findSimilarBusinesses, { query: { name, address } });

export const addressesQuery = (typed: string) => endpointQuery(suggestAddresses, { query: { typed } });
