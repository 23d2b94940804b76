import { queryOptions } from '@tanstack/react-query';
import { type Answer, type EndpointInput, type EndpointShape, fillPath, queryString } from '#shared/endpoint.ts';
import { callApi } from './call-api.ts';

type Reading = EndpointShape & { method: 'GET' };

interface Readable {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Query options for a GET endpoint. The key is the path it reads, so equal reads share one cache entry. */
export function endpointQuery<E extends Reading>(endpoint: E, input: EndpointInput<E>) {
  const { params, query } = input as Readable;
  return queryOptions<Answer<E>>({
    queryKey: [fillPath(endpoint.path, params) + queryString(query)],
    queryFn: async ({ client }) => (await callApi(client, endpoint, input)).answer,
  });
}

/**
 * The same for a part of the answer, when pages show less: otherwise the rest would be sent in every page's
 * state. It has a cache entry of its own beside the whole answer's. One entry per endpoint, so every page
 * must take the same part.
 */
export function endpointPartQuery<E extends Reading, Part>(
  endpoint: E,
  input: EndpointInput<E>,
  take: (answer: Answer<E>) => Part,
) {
  return queryOptions<Part>({
    queryKey: [...endpointQuery(endpoint, input).queryKey, 'part'],
    queryFn: async ({ client }) => take((await callApi(client, endpoint, input)).answer),
  });
}
