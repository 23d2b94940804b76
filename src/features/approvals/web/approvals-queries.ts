import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { countWaiting, getStaffBusiness } from '../contract.ts';

/** Also shows whether somebody is staff: everybody else is refused. */
export const countsQuery = endpointQuery(countWaiting, {});

export const staffBusinessQuery = (id: string) => endpointQuery(getStaffBusiness, { params: { id } });
