import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { confirmListing, settleListingOrder } from '../contract.ts';
import { listingPlan, planNames } from '../plans.ts';

interface Returned {
  plan: string;
  email: string;
  business: string;
  /** The bank said no, by the address: then nothing is mailed, and the server is asked all the same. */
  hasFailed: boolean;
}

/**
 * Runs when the page opens: sends the listing's confirmation, or asks for the state of its payment, so that
 * nobody waits for Stripe's event. A failure is only logged. Returns whether the payment was looked at.
 */
export function useAfterPayment({ plan, email, business, hasFailed }: Returned): boolean {
  const client = useQueryClient();
  const begun = useRef(false);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    async function settle() {
      if (email !== '' && business !== '' && !hasFailed) {
        const known = listingPlan(plan);
        const body = { email, businessName: business, plan: known ? planNames[known] : plan };
        await callApi(client, confirmListing, { body });
      } else {
        await callApi(client, settleListingOrder, {});
      }
    }
    settle().then(
      () => setSettled(true),
      (error: unknown) => console.error('The payment could not be checked', error),
    );
  }, [client, plan, email, business, hasFailed]);
  return isSettled;
}
