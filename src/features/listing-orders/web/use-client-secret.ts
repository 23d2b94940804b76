import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { cityIn } from '#features/city-guide/web/city-queries.ts';
import type { Answer } from '#shared/endpoint.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { createPaymentIntent } from '../contract.ts';
import { listingPlan } from '../plans.ts';
import { priceCents } from '../price-of-plan.ts';

interface Asked {
  plan: string;
  clientSecret?: string;
  waiting?: Answer<typeof createPaymentIntent>['waiting'];
  /** The reason why it failed, when another try may help. */
  refusal?: string;
}

/**
 * Requests a payment when the page opens. A failure is logged, and the page stays loading
 * (docs/product-rules.md#payment-page).
 */
export function useClientSecret(plan: string) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>({ plan });

  const ask = useCallback(async () => {
    setAsked({ plan });
    try {
      const body = { amount: priceCents(cityIn(client).prices, plan) / 100, plan };
      const { answer } = await callApi(client, createPaymentIntent, { body });
      setAsked({ plan, ...answer });
    } catch (error) {
      console.error('The payment could not be started', error);
      const isHopeless = error instanceof ApiError && error.status === 400 && listingPlan(plan) === undefined;
      setAsked({
        plan,
        ...(isHopeless
          ? {}
          : {
              refusal: problemMessage(
                error,
                'The payment form could not be loaded. Check the connection and try again.',
              ),
            }),
      });
    }
  }, [client, plan]);

  useEffect(() => void ask(), [ask]);

  // An answer for another plan does not count.
  return { ...(asked.plan === plan ? asked : { plan }), retry: ask };
}
