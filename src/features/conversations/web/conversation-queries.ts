import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getConversation, listColleagues } from '../contract.ts';

export const conversationQuery = (id: string) => endpointQuery(getConversation, { params: { id } });
export const colleaguesQuery = endpointQuery(listColleagues, {});
