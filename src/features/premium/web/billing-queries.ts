import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getBilling } from '../contract.ts';

export const billingQuery = endpointQuery(getBilling, {});
