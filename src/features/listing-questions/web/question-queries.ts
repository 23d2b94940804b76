import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { listOwnQuestions } from '../contract.ts';

export const ownQuestionsQuery = endpointQuery(listOwnQuestions, {});
