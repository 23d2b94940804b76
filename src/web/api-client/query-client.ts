import { QueryClient } from '@tanstack/react-query';

/**
 * Makes the query cache: calls are never retried, polled or refetched on focus, data is always stale at once,
 * and unused data is dropped after 5 minutes (docs/product-rules.md#calls).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 0,
        gcTime: 300_000,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
