import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { dropDrafts, hasDrafts } from '#web/forms/draft-store.ts';
import { useNavigate } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { logOut } from '../sign-in-contract.ts';
import { currentUserQuery, refreshCurrentUser } from './current-user.ts';

const question = 'This browser keeps text that you have not saved yet. Log out and delete it?';

interface Leaving {
  to: string;
  /** Key of the history entry. */
  state?: unknown;
}

/** Asks where unsaved text would go with the session; then logs out, goes to the home page or another, refreshes the user and shows a toast. */
export function useLogOut({ to, state }: Leaving = { to: '/' }): { isPending: boolean; logOut: () => void } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = () => client.getQueryData(currentUserQuery.queryKey)?.id ?? null;
  const { isPending, mutate } = useMutation({
    // The call takes an empty JSON body.
    mutationFn: () => callApi(client, logOut, { body: {} }),
    onSuccess: async () => {
      dropDrafts(userId());
      // The next page comes first: a guard that notices the log-out would otherwise lead to the log-in page.
      await navigate(to, { state });
      await refreshCurrentUser(client, false);
      showToast({ title: 'Logged out successfully' });
    },
    onError: () => showToast({ title: 'Error', text: 'Failed to logout', destructive: true }),
  });
  const ask = () => !hasDrafts(userId()) || confirm(question);
  return { isPending, logOut: () => void (ask() && mutate()) };
}
