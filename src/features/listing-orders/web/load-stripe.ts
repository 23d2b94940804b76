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
 * The page's content policy lets Stripe in when the page was loaded as a whole, not when a link inside the site led to it:
 * then the document is still the former page's.
 */
function isOwnDocument(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load === undefined || new URL(load.name).pathname === location.pathname;
}

/**
 * Stripe.js with the site's public key; null when there is none to be had. From Stripe's own address unless the site names
 * another: what has been loaded from there is then found and used.
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
