/** The hosts of Stripe's own pages, or of the configured stand-in; redirects go nowhere else. */
const hosts = ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/** Returns the address unchanged; null when it must not be followed. */
export function stripePage(url: string | null, apiBase: string | undefined): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  const allowed = apiBase === undefined ? hosts : [...hosts, new URL(apiBase).origin];
  return allowed.includes(origin) ? url : null;
}
