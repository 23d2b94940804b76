import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { QueryClient } from '@tanstack/react-query';
import { getPaymentConfig } from '#features/billing/contract.ts';
import { callApi } from '#web/api-client/call-api.ts';

function addScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => loaded();
    script.onerror = () => {
      script.remove();
      failed(new Error(`Could not load ${src}`));
    };
    document.head.append(script);
  });
}

/**
 * Tells whether the browser loaded this page itself. After a link inside the site the document is still the
 * former page's, and its content policy does not allow Stripe.
 */
function isOwnDocument(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load === undefined || new URL(load.name).pathname === location.pathname;
}

/**
 * Loads Stripe.js with the site's public key; null when it cannot be loaded. Without a configured address it
 * comes from Stripe's own; a script that is already on the page is reused.
 */
export async function loadPayments(client: QueryClient): Promise<Stripe | null> {
  if (!isOwnDocument()) {
    location.reload();
    return new Promise(() => undefined);
  }
  const { publishableKey, scriptUrl } = (await callApi(client, getPaymentConfig, {})).answer;
  if (publishableKey === null) return null;
  if (scriptUrl !== null && !('Stripe' in window)) await addScript(scriptUrl);
  return loadStripe(publishableKey);
}
