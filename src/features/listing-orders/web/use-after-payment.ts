import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { settleCheckout } from '#features/billing/contract.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { confirmListing, settleListingOrder } from '../contract.ts';
import { listingPlan, planNames } from '../plans.ts';

interface Returned {
  plan: string;
  email: string;
  business: string;
  /** A claim's checkout; null for a listing that was paid for. */
  sessionId: string | null;
  hasFailed: boolean;
}

/**
 * What the page does once it is open: asks how the payment stands, so that nobody waits for an event of Stripe's, and
 * sends the listing's confirmation (specification 4). A failure is only logged. Answers whether a claim's checkout
 * turned out not to be finished.
 */
export function useAfterPayment({ plan, email, business, sessionId, hasFailed }: Returned): { isUnfinished: boolean } {
  const client = useQueryClient();
  const [isUnfinished, setUnfinished] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || hasFailed) return;
    begun.current = true;
    async function settle() {
      if (sessionId !== null) {
        const { status } = (await callApi(client, settleCheckout, { body: { sessionId } })).answer;
        setUnfinished(status !== 'complete');
      } else if (email !== '' && business !== '') {
        const known = listingPlan(plan);
        const body = { email, businessName: business, plan: known ? planNames[known] : plan };
        await callApi(client, confirmListing, { body });
      } else {
        await callApi(client, settleListingOrder, {});
      }
    }
    settle().catch((error: unknown) => console.error('the payment could not be looked at', error));
  }, [client, plan, email, business, sessionId, hasFailed]);
  return { isUnfinished };
}
