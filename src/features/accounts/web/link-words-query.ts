import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { describeLink } from '../mail-links-contract.ts';

/** Asks once what a mailed link does: a page that has told it does not change under somebody's hands. */
export const linkWordsQuery = (token: string) =>
  queryOptions({
    queryKey: ['words of a link', token],
    queryFn: async ({ client }) => (await callApi(client, describeLink, { body: { token } })).answer,
    staleTime: Number.POSITIVE_INFINITY,
  });
