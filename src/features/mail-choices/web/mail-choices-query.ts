import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getMailChoices, type MailChoice } from '../contract.ts';

export const mailChoicesQuery = endpointQuery(getMailChoices, {});

/** The same for the server's page, which has no choices when nobody is logged in. */
export const choicesForPage = queryOptions<MailChoice[]>({
  queryKey: [...mailChoicesQuery.queryKey, 'page'],
  queryFn: async ({ client }) => {
    try {
      return (await callApi(client, getMailChoices, {})).answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return [];
      throw error;
    }
  },
});
