/** Brings Stripe's products, prices and portal in line with the catalogue. Run any number of times, it changes nothing more. */
import type Stripe from 'stripe';
import { idempotent, isMissing } from '#server/stripe/stripe-client.ts';
import { catalogue, type LookupKey, lookupKeys, productNames, type SubscriptionKind } from '../catalogue.ts';

/** Ours among whatever else the account sells. */
const productId = (kind: SubscriptionKind) => `alameda_${kind}`;

const kinds = Object.keys(productNames) as SubscriptionKind[];

export interface StripeCatalogue {
  prices: Record<LookupKey, string>;
  portals: Record<PortalKind, string>;
}

export async function setUpCatalogue(stripe: Stripe): Promise<StripeCatalogue> {
  for (const kind of kinds) await setUpProduct(stripe, kind);
  const prices = await setUpPrices(stripe);
  return { prices, portals: await setUpPortals(stripe, prices) };
}

async function setUpProduct(stripe: Stripe, kind: SubscriptionKind): Promise<void> {
  const id = productId(kind);
  const name = productNames[kind];
  try {
    const product = await stripe.products.retrieve(id);
    if (product.name !== name || !product.active) await stripe.products.update(id, { name, active: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await stripe.products.create({ id, name }, idempotent('product', kind));
  }
}

/** An amount that has changed in the catalogue gets a new price; those who subscribed before keep theirs. */
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
 * 'plain': card, invoices, cancellation to the period's end. 'switching': also from monthly to yearly and back, at the
 * period's end; only for those whose subscriptions are all upgrades, or else a claim could be turned into one.
 */
export const portalKinds = ['plain', 'switching'] as const;
export type PortalKind = (typeof portalKinds)[number];

async function setUpPortals(stripe: Stripe, prices: StripeCatalogue['prices']): Promise<StripeCatalogue['portals']> {
  const known = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const portals: Partial<StripeCatalogue['portals']> = {};
  for (const kind of portalKinds) {
    const held = known.data.find(({ metadata }) => metadata?.alameda === kind);
    const features = portalFeatures(kind, prices);
    const portal = held
      ? await stripe.billingPortal.configurations.update(held.id, { features })
      : await stripe.billingPortal.configurations.create(
          { features, metadata: { alameda: kind } },
          idempotent('portal', kind, prices.owner_premium_month, prices.owner_premium_year),
        );
    portals[kind] = portal.id;
  }
  return portals as StripeCatalogue['portals'];
}

function portalFeatures(
  kind: PortalKind,
  prices: StripeCatalogue['prices'],
): Stripe.BillingPortal.ConfigurationCreateParams.Features {
  return {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update:
      kind === 'plain'
        ? { enabled: false }
        : {
            enabled: true,
            default_allowed_updates: ['price'],
            proration_behavior: 'none',
            schedule_at_period_end: {
              conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }],
            },
            products: [
              {
                product: productId('owner_premium'),
                prices: [prices.owner_premium_month, prices.owner_premium_year],
              },
            ],
          },
  };
}

/**
 * The price under which something is sold now.
 * @throws when Stripe's price and the catalogue differ: then nothing is sold
 */
export async function priceIdOf(stripe: Stripe, key: LookupKey): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  const [price] = data;
  if (price?.unit_amount === catalogue[key].cents) return price.id;
  // Nobody has set this account up, or the catalogue has changed since.
  return (await setUpCatalogue(stripe)).prices[key];
}

/** The portal's configuration, found by its mark. */
export async function portalIdOf(stripe: Stripe, kind: PortalKind): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const held = data.find(({ metadata }) => metadata?.alameda === kind);
  return held?.id ?? (await setUpCatalogue(stripe)).portals[kind];
}
