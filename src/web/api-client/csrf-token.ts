/** The CSRF token of calls other than GET. It is fetched once and kept until a call says that it is stale. */
import { ApiError } from './api-error.ts';
import type { Transport } from './transport.ts';

let held: Promise<string> | null = null;

export function csrfToken(transport: Transport): Promise<string> {
  held ??= fetchToken(transport).catch((error: unknown) => {
    held = null;
    throw error;
  });
  return held;
}

export function dropCsrfToken(): void {
  held = null;
}

async function fetchToken(transport: Transport): Promise<string> {
  const response = await transport('/api/csrf-token', { method: 'GET' }).catch(() => null);
  if (response === null || !response.ok) {
    console.error('Failed to fetch CSRF token');
    throw response
      ? new ApiError(response.status, 'Failed to fetch CSRF token', '')
      : new Error('Failed to fetch CSRF token');
  }
  return ((await response.json()) as { csrfToken: string }).csrfToken;
}
