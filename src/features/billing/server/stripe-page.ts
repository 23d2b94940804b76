/** The hosts of Stripe's own pages, or of the configured stand-in; redirects go nowhere else. */
const hosts = ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/** Returns the address unchanged; null when it must not be followed. */
export function stripePage(url: string | null, apiBase: string | undefined): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  const allowed = apiBase === undefined ? hosts : [...hosts, new URL(apiBase).origin];
  return allowed.includes(origin) ? url : null;
}

/** The same for an invoice's page or file, which Stripe keeps on several hosts of its own. */
export function stripeDocument(url: string | null | undefined, apiBase: string | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, hostname, origin } = new URL(url);
  if (protocol === 'https:' && hostname.endsWith('.stripe.com')) return url;
  return apiBase !== undefined && origin === new URL(apiBase).origin ? url : null;
}
