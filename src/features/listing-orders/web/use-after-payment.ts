import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '#web/api-client/call-api.ts';
import { confirmListing, settleListingOrder } from '../contract.ts';
import { listingPlan, planNames } from '../plans.ts';

interface Returned {
  plan: string;
  email: string;
  business: string;
  /** What was paid for is a listing, and not a claim; and the payment did not fail. */
  isPaidListing: boolean;
}

/**
 * What the page does once it is open: sends the listing's confirmation (specification 4), or asks how its payment
 * stands, so that nobody waits for an event of Stripe's. A failure is only logged.
 */
export function useAfterPayment({ plan, email, business, isPaidListing }: Returned): void {
  const client = useQueryClient();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !isPaidListing) return;
    begun.current = true;
    async function settle() {
      if (email !== '' && business !== '') {
        const known = listingPlan(plan);
        const body = { email, businessName: business, plan: known ? planNames[known] : plan };
        await callApi(client, confirmListing, { body });
      } else {
        await callApi(client, settleListingOrder, {});
      }
    }
    settle().catch((error: unknown) => console.error('The payment could not be checked', error));
  }, [client, plan, email, business, isPaidListing]);
}
