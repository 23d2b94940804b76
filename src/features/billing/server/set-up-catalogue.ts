/** Brings Stripe's products, prices and portal in line with the catalogue. A second run changes nothing. */
import type Stripe from 'stripe';
import { retrieveOrNull } from '#server/stripe/retrieve-or-null.ts';
import { idempotent } from '#server/stripe/stripe-client.ts';
import { catalogue, type LookupKey, lookupKeys, productNames, type SubscriptionKind } from '../catalogue.ts';

/** The prefix separates our products from others of the account. */
const productId = (kind: SubscriptionKind) => `alameda_${kind}`;

const kinds = Object.keys(productNames) as SubscriptionKind[];

interface StripeCatalogue {
  prices: Record<LookupKey, string>;
  portal: string;
}

export async function setUpCatalogue(stripe: Stripe): Promise<StripeCatalogue> {
  for (const kind of kinds) await setUpProduct(stripe, kind);
  const prices = await setUpPrices(stripe);
  return { prices, portal: await setUpPortal(stripe) };
}

async function setUpProduct(stripe: Stripe, kind: SubscriptionKind): Promise<void> {
  const id = productId(kind);
  const name = productNames[kind];
  const product = await retrieveOrNull(() => stripe.products.retrieve(id));
  if (product === null) await stripe.products.create({ id, name }, idempotent('product', kind));
  else if (product.name !== name || !product.active) await stripe.products.update(id, { name, active: true });
}

/** An amount that has changed in the catalogue gets a new price; existing subscribers keep theirs. */
async function setUpPrices(stripe: Stripe): Promise<StripeCatalogue['prices']> {
  const known = await stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: 100 });
  const prices: Partial<StripeCatalogue['prices']> = {};
  for (const key of lookupKeys) {
    const { kind, cents, interval } = catalogue[key];
    const held = known.data.find((price) => price.lookup_key === key);
    const isRight = held?.unit_amount === cents && held.recurring?.interval === interval && held.currency === 'usd';
    const price = isRight
      ? held
      : await stripe.prices.create(
          {
            product: productId(kind),
            currency: 'usd',
            unit_amount: cents,
            recurring: { interval },
            lookup_key: key,
            transfer_lookup_key: true,
          },
          idempotent('price', key, cents, interval),
        );
    prices[key] = price.id;
  }
  return prices as StripeCatalogue['prices'];
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

/**
 * Returns the current price of a product.
 * @throws when Stripe's price and the catalogue differ: then nothing is sold
 */
export async function priceIdOf(stripe: Stripe, key: LookupKey): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  const [price] = data;
  if (price?.unit_amount === catalogue[key].cents) return price.id;
  // The account is not set up yet, or the catalogue has changed since.
  return (await setUpCatalogue(stripe)).prices[key];
}

/** Finds the portal's configuration by its mark. */
export async function portalIdOf(stripe: Stripe): Promise<string> {
  return (await findPortal(stripe))?.id ?? (await setUpCatalogue(stripe)).portal;
}
