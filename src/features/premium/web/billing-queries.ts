import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getBilling, getCredit } from '../contract.ts';

export const billingQuery = endpointQuery(getBilling, {});

/** Apart from the billing: the payment service is asked. */
export const creditQuery = endpointQuery(getCredit, {});
