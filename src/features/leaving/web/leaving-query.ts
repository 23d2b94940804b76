import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getLeaving } from '../contract.ts';

export const leavingQuery = { ...endpointQuery(getLeaving, {}), staleTime: 0 };
