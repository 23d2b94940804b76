import type { QueryClient } from '@tanstack/react-query';
import { type Answer, type EndpointInput, type EndpointShape, fillPath, queryString } from '#shared/endpoint.ts';
import { ApiError } from './api-error.ts';
import { csrfToken, dropCsrfToken } from './csrf-token.ts';
import { type ApiResponse, type Transport, transportOf } from './transport.ts';

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  upload?: Blob;
}

interface CallResult<E extends EndpointShape> {
  answer: Answer<E>;
  headers: Headers;
}

/**
 * Calls an endpoint. The answer is not parsed again: the server has parsed it with the endpoint's schema.
 * @param options `signal` ends a read that nobody waits for any more
 * @throws ApiError for every answer that is not a success
 */
export async function callApi<E extends EndpointShape>(
  client: QueryClient,
  endpoint: E,
  input: EndpointInput<E>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<CallResult<E>> {
  const { params, query, body, upload } = input as AnyInput;
  const transport = transportOf(client);
  const path = fillPath(endpoint.path, params) + queryString(query);
  const response =
    endpoint.method === 'GET'
      ? await transport(path, { method: 'GET', ...(signal && { signal }) })
      : await write(transport, endpoint.method, path, upload ?? body);
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return { answer: (await response.json()) as Answer<E>, headers: response.headers };
}

/**
 * The keys of calls that were sent and have not succeeded as far as this page knows, by path and content. The same content sent
 * again gets the same key, by which the server knows that it may have been carried out (src/server/http/carry-out-once.ts).
 */
const unsettled = new Map<string, string>();

/**
 * Sends a write. A call that answers 403 is repeated once with a fresh token (docs/product-rules.md#calls).
 */
async function write(transport: Transport, method: string, path: string, given: unknown): Promise<ApiResponse> {
  const body = given instanceof Blob || given === undefined ? given : JSON.stringify(given);
  // The same file that is chosen again is another object.
  const call = path + (body instanceof File ? [body.name, body.size, body.lastModified] : body);
  const key = unsettled.get(call) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  if (method === 'POST') unsettled.set(call, key);
  const send = async () =>
    transport(path, {
      method,
      headers: {
        'X-CSRF-Token': await csrfToken(transport),
        ...(method === 'POST' && { 'Idempotency-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': contentType(body) }),
      },
      ...(body === undefined ? {} : { body }),
    });
  let response = await send();
  if (response.status === 403) {
    dropCsrfToken();
    response = await send();
  }
  if (response.ok) unsettled.delete(call);
  return response;
}

/** Sends a file as it is. The browser guesses its type from its name; the server looks at its bytes. */
function contentType(body: unknown): string {
  if (!(body instanceof Blob)) return 'application/json';
  return body.type.startsWith('image/') ? body.type : 'application/octet-stream';
}
