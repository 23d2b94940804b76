/** Sends an API call: a fetch in the browser, a call inside the process while the server renders. */
import type { QueryClient } from '@tanstack/react-query';

/** The part of a Response that callers need. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'> {
  json: () => Promise<unknown>;
}

export type Transport = (path: string, init: RequestInit) => Promise<ApiResponse>;

const own = Symbol('transport');

interface Carrier extends QueryClient {
  [own]?: Transport;
}

/**
 * Sets the transport of one query client; server rendering makes a client per request. The transport is a
 * property of the client, not an entry of a WeakMap: V8 keeps a WeakMap's values, and the rendered page with
 * them, beyond its collection of young objects.
 */
export function setTransport(client: QueryClient, transport: Transport): void {
  (client as Carrier)[own] = transport;
}

export function transportOf(client: QueryClient): Transport {
  return (client as Carrier)[own] ?? ((path, init) => fetch(path, { ...init, credentials: 'include' }));
}
