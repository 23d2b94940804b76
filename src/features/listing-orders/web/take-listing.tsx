import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logInPath } from '#features/accounts/next-page.ts';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { takeOrderedListing } from '../contract.ts';
import { rememberOrder } from './remembered-order.ts';

/** The listing that was made for an order goes to the account of who paid. */
export default function TakeListing({ order, name }: { order: string; name: string }) {
  const client = useQueryClient();
  const { user } = useCurrentUser({ ask: true });
  const navigate = useNavigate();
  useEffect(() => {
    if (user && !user.emailVerified) rememberOrder(user.id, order);
  }, [user, order]);
  const take = useMutation({
    mutationFn: async () => (await callApi(client, takeOrderedListing, { body: { order } })).answer.message,
    onSuccess: async (message) => {
      showToast({ title: message });
      if (user) rememberOrder(user.id, null);
      await navigate('/dashboard');
    },
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="[overflow-wrap:anywhere]">
        Make {name} yours, to edit it yourself and to answer messages. It costs nothing more.
      </p>
      {user && !user.emailVerified ? (
        <p>
          Please confirm your email address first: open the link that we sent to {user.email}. The listing is then here,
          or in your account if you paid with that address. No mail? <Link to="/account">Send it again</Link>
        </p>
      ) : user ? (
        <Button aria-disabled={take.isPending} onClick={() => take.isPending || take.mutate()}>
          {take.isPending ? 'One moment...' : 'Make It Yours'}
        </Button>
      ) : (
        <ButtonLink to={logInPath(`/listing-details?${new URLSearchParams({ order })}`)}>Log In or Sign Up</ButtonLink>
      )}
      {take.isError ? (
        <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {problemMessage(take.error, 'That did not work. Please try again.')}
        </p>
      ) : null}
    </div>
  );
}
