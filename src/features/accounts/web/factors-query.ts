import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getSecondFactor } from '../passkey-contract.ts';

/** The second factors of the signed-in person. */
export const factorsQuery = endpointQuery(getSecondFactor, {});
