/** The signed-in user, for the header and the guards. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { dropCsrfToken } from '#web/api-client/csrf-token.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { type CurrentUser, getCurrentUser } from '../contract.ts';

/** Cached for 5 minutes; refreshed after log-in, sign-up and log-out (docs/product-rules.md#sessions). */
export const currentUserQuery = { ...endpointQuery(getCurrentUser, {}), staleTime: 300_000, refetchOnMount: true };

/** A readable cookie beside the session cookie. Visitors who never signed in cause no call. */
const hintCookie = /(?:^|;\s*)signed-in=1/;
export const hintsAtSession = (): boolean => hintCookie.test(document.cookie);

const never = () => () => undefined;

/**
 * Null when signed out or not known yet. Server rendering has no user: a page's HTML is the same for every
 * visitor.
 * @param options.ask also asks when nothing hints at a session
 */
export function useCurrentUser({ ask = false }: { ask?: boolean } = {}): {
  user: CurrentUser | null;
  isLoading: boolean;
} {
  const hinted = useSyncExternalStore(never, hintsAtSession, () => false);
  const { data, isPending, isError } = useQuery({ ...currentUserQuery, enabled: hinted || ask });
  return { user: isError ? null : (data ?? null), isLoading: (hinted || ask) && isPending };
}

/** Call it after a session began or ended: data of the former session is not used again. */
export async function refreshCurrentUser(client: QueryClient, isSignedIn: boolean): Promise<void> {
  dropCsrfToken();
  client.removeQueries({ type: 'inactive' });
  if (isSignedIn) await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  else await client.resetQueries({ queryKey: currentUserQuery.queryKey });
}
