/** How a call leaves the page: a fetch in the browser, a call inside the process while the server renders. */
import type { QueryClient } from '@tanstack/react-query';

/** As much of a Response as callers need. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'> {
  json: () => Promise<unknown>;
}

export type Transport = (path: string, init: RequestInit) => Promise<ApiResponse>;

const own = Symbol('transport');

interface Carrier extends QueryClient {
  [own]?: Transport;
}

/**
 * Server rendering sets one for each request's own query client. On the client itself: what a WeakMap holds, and the drawn page with
 * it, outlives V8's collections of young objects.
 */
export function setTransport(client: QueryClient, transport: Transport): void {
  (client as Carrier)[own] = transport;
}

export function transportOf(client: QueryClient): Transport {
  return (client as Carrier)[own] ?? ((path, init) => fetch(path, { ...init, credentials: 'include' }));
}
