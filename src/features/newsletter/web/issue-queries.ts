import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getIssue } from '../staff-contract.ts';

export const issueQuery = (id: string) => endpointQuery(getIssue, { params: { id } });
