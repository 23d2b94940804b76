import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getEvent } from '../page-contract.ts';

export const eventQuery = (slug: string) => endpointQuery(getEvent, { params: { slug } });
