import { queryOptions } from '@tanstack/react-query';
import { type Answer, type EndpointInput, type EndpointShape, fillPath, queryString } from '#shared/endpoint.ts';
import { callApi } from './call-api.ts';

interface Readable {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Query options for a GET endpoint; the key is the path it reads, so that equal reads share one entry. */
export function endpointQuery<E extends EndpointShape & { method: 'GET' }>(endpoint: E, input: EndpointInput<E>) {
  const { params, query } = input as Readable;
  return queryOptions<Answer<E>>({
    queryKey: [fillPath(endpoint.path, params) + queryString(query)],
    queryFn: async ({ client }) => (await callApi(client, endpoint, input)).answer,
  });
}
