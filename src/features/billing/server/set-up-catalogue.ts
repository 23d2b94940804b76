/** Brings Stripe's products, prices and portal in line with the catalogue and the town's amounts. A second run changes nothing. */
import type Stripe from 'stripe';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';
import type { Prices } from '#shared/prices.ts';
import { catalogue, centsOf, type LookupKey, lookupKeys, productNames, type SubscriptionKind } from '../catalogue.ts';

/** The prefix separates our products from others of the account. */
const productId = (kind: SubscriptionKind) => `alameda_${kind}`;

const kinds = Object.keys(productNames) as SubscriptionKind[];

/** Reads the kind from a product's id; null for a product that is not ours. */
export const kindOfProduct = (id: string | null): SubscriptionKind | null =>
  kinds.find((kind) => productId(kind) === id) ?? null;

interface StripeCatalogue {
  /** A price of 0 is left out. */
  prices: Partial<Record<LookupKey, string>>;
  portal: string;
}

export async function setUpCatalogue(stripe: Stripe, amounts: Prices): Promise<StripeCatalogue> {
  for (const kind of kinds) await setUpProduct(stripe, kind);
  const known = await stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: 100 });
  const prices: StripeCatalogue['prices'] = {};
  for (const key of lookupKeys) {
    const cents = centsOf(amounts, key);
    // A claim at 0 opens no payment page, so Stripe need not know of it.
    if (cents > 0) prices[key] = await setUpPrice(stripe, { key, cents, known: known.data });
  }
  return { prices, portal: await setUpPortal(stripe) };
}

async function setUpProduct(stripe: Stripe, kind: SubscriptionKind): Promise<void> {
  const id = productId(kind);
  const name = productNames[kind];
  const product = await retrieveOrNull(() => stripe.products.retrieve(id));
  if (product === null) await stripe.products.create({ id, name }, idempotent('product', kind));
  else if (product.name !== name || !product.active) await stripe.products.update(id, { name, active: true });
}

interface WantedPrice {
  key: LookupKey;
  cents: number;
  /** The prices with a mark. */
  known: readonly Stripe.Price[];
}

/** An amount that has changed gets a new price, which takes the mark over; running subscriptions keep the price that they have. */
async function setUpPrice(stripe: Stripe, { key, cents, known }: WantedPrice): Promise<string> {
  const { kind, interval } = catalogue[key];
  const held = known.find((price) => price.lookup_key === key);
  if (held?.unit_amount === cents && held.recurring?.interval === interval && held.currency === 'usd') return held.id;
  const made = await stripe.prices.create(
    {
      product: productId(kind),
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval },
      lookup_key: key,
      transfer_lookup_key: true,
    },
    // The price before it is part of the key: an amount that comes back later must be made once more.
    idempotent('price', key, cents, interval, ...(held ? [held.id] : [])),
  );
  return made.id;
}

/**
 * The portal allows card, invoices, and cancellation at the end of the period. It changes no plans: it would
 * switch from month to year at once, and changes must wait (premium/server/change-interval.ts).
 */
const portalFeatures: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: { enabled: false },
};
const portalMark = 'plain';

async function findPortal(stripe: Stripe) {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.alameda === portalMark);
}

async function setUpPortal(stripe: Stripe): Promise<string> {
  const held = await findPortal(stripe);
  const features = portalFeatures;
  const { id } = held
    ? await stripe.billingPortal.configurations.update(held.id, { features })
    : await stripe.billingPortal.configurations.create(
        { features, metadata: { alameda: portalMark } },
        idempotent('portal', portalMark),
      );
  return id;
}

/** Returns the price of a product at this amount; a new one when Stripe has another. */
export async function priceIdOf(stripe: Stripe, key: LookupKey, cents: number): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  const [price] = data;
  if (price?.unit_amount === cents) return price.id;
  await setUpProduct(stripe, catalogue[key].kind);
  return setUpPrice(stripe, { key, cents, known: data });
}

/** Finds the portal's configuration by its mark. */
export async function portalIdOf(stripe: Stripe): Promise<string> {
  return (await findPortal(stripe))?.id ?? (await setUpPortal(stripe));
}
