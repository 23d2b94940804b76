import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import { centsOf, type UpgradeInterval, upgradePriceKey } from '#features/billing/catalogue.ts';
import { cityIn } from '#features/city-guide/web/city-queries.ts';
import { isNotFound, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { openPortal, startUpgrade } from '../contract.ts';
import { billingQuery } from './billing-queries.ts';

type Client = ReturnType<typeof useQueryClient>;

/** Asks for the address of one of Stripe's pages and goes there. */
function useStripePage<V>(ask: (client: Client, wish: V) => Promise<{ answer: { url: string } }>, words: Words) {
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // The browser's back button brings the page as it was left: then its buttons work again.
    const back = () => setLeaving(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  const page = useMutation({
    mutationFn: (wish: V) => ask(client, wish),
    onSuccess: ({ answer }) => {
      setLeaving(true);
      location.assign(answer.url);
    },
    onError: (error) => {
      // A site that does not know the call words its answer for programs.
      const text = isNotFound(error) ? words.text : problemMessage(error, words.text);
      showToast({ title: words.title, text, destructive: true });
      if (isSignedOut(error)) void refreshCurrentUser(client, false);
      // Another tab may have bought it meanwhile.
      else void client.invalidateQueries({ queryKey: billingQuery.queryKey });
    },
  });
  return { go: page.mutate, isPending: page.isPending || isLeaving };
}

interface Words {
  title: string;
  text: string;
}

export function useUpgrade() {
  return useStripePage(
    (client, interval: UpgradeInterval) => {
      const amountCents = centsOf(cityIn(client).prices, upgradePriceKey[interval]);
      return callApi(client, startUpgrade, { body: { interval, amountCents } });
    },
    { title: 'Upgrade failed', text: 'Failed to create checkout session' },
  );
}

export function usePortal() {
  return useStripePage((client, _: undefined) => callApi(client, openPortal, { body: {} }), {
    title: 'Error',
    text: 'The page with your card did not open. Check the connection and try again.',
  });
}
