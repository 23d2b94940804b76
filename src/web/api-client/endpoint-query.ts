import { queryOptions } from '@tanstack/react-query';
import { type Answer, type EndpointInput, type EndpointShape, fillPath, queryString } from '#shared/endpoint.ts';
import { callApi } from './call-api.ts';

type Reading = EndpointShape & { method: 'GET' };

interface Readable {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Query options for a GET endpoint; the key is the path it reads, so that equal reads share one entry. */
export function endpointQuery<E extends Reading>(endpoint: E, input: EndpointInput<E>) {
  const { params, query } = input as Readable;
  return queryOptions<Answer<E>>({
    queryKey: [fillPath(endpoint.path, params) + queryString(query)],
    queryFn: async ({ client }) => (await callApi(client, endpoint, input)).answer,
  });
}

/**
 * The same, of an answer of which pages show less: the rest would be in every page's state in vain. It has an entry of its own, beside
 * that of the whole answer; one for each endpoint, so every page takes the same part.
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
