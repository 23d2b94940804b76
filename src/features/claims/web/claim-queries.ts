import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listOwnClaims } from '../contract.ts';

export const ownClaimsQuery = endpointQuery(listOwnClaims, {});
