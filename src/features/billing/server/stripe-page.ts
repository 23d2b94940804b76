/** Stripe's own pages, or those of the stand-in that the environment names; nobody is sent anywhere else. */
const hosts = ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/** The address as it is; null when there is none that may be followed. */
export function stripePage(url: string | null, apiBase: string | undefined): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  const allowed = apiBase === undefined ? hosts : [...hosts, new URL(apiBase).origin];
  return allowed.includes(origin) ? url : null;
}
