/** How a call leaves the page: a fetch in the browser, a call inside the process while the server renders. */
import type { QueryClient } from '@tanstack/react-query';

/** As much of a Response as callers need. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text'> {
  json: () => Promise<unknown>;
}

export type Transport = (path: string, init: RequestInit) => Promise<ApiResponse>;

const transports = new WeakMap<QueryClient, Transport>();

/** Server rendering sets one for each request's own query client. */
export function setTransport(client: QueryClient, transport: Transport): void {
  transports.set(client, transport);
}

export function transportOf(client: QueryClient): Transport {
  return transports.get(client) ?? ((path, init) => fetch(path, { ...init, credentials: 'include' }));
}
