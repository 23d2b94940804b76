import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refreshCurrentUser } from '#features/accounts/web/current-user.ts';
import { isSignedOut } from '#features/accounts/web/use-session-ended.ts';
import type { ClaimPlan } from '#features/billing/catalogue.ts';
import { cityIn } from '#features/city-guide/web/city-queries.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { startCheckout } from '../contract.ts';
import { claimPriceCents } from '../plans.ts';
import { ownClaimsQuery } from './claim-queries.ts';

interface Choice {
  businessId: string;
  plan: ClaimPlan;
}

const refuse = (text: string) => showToast({ title: 'Error', text, destructive: true });

interface Due {
  businessId: string;
  cents: number;
  url: string;
}

/** Makes a checkout and goes to its page; first shows the sum that is charged at once, because the payment page does not. */
export function useCheckout() {
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const [due, setDue] = useState<Due | null>(null);
  const leave = (url: string) => {
    setLeaving(true);
    location.assign(url);
  };
  useEffect(() => {
    // The browser's back button restores the page as it was left, so a plan can be chosen again. A claim was begun meanwhile.
    const back = ({ persisted }: PageTransitionEvent) => {
      setLeaving(false);
      if (persisted) void client.invalidateQueries({ queryKey: ownClaimsQuery.queryKey });
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, [client]);
  const checkout = useMutation({
    mutationFn: ({ businessId, plan }: Choice) => {
      const amount = claimPriceCents(cityIn(client).prices, plan) / 100;
      return callApi(client, startCheckout, { body: { plan, amount, businessId, action: 'claim' } });
    },
    onSuccess: ({ answer: { url, dueTodayCents: cents } }, { businessId }) => {
      if (url === null) return refuse('Stripe failed to load');
      if (cents === null) leave(url);
      else setDue({ businessId, cents, url });
    },
    onError: (error) => {
      refuse(problemMessage(error, 'Failed to create checkout session'));
      if (isSignedOut(error)) void refreshCurrentUser(client, false);
    },
  });
  return {
    start: checkout.mutate,
    isPending: checkout.isPending || isLeaving,
    due,
    pay: () => due && leave(due.url),
    putOff: () => setDue(null),
  };
}
