import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listBills } from '../bills-contract.ts';

export const billsQuery = endpointQuery(listBills, {});
