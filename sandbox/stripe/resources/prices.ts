import type Stripe from 'stripe';
import { createPrice, setLookupKey } from '../engine/catalog.ts';
import { changedFields } from '../engine/changed-fields.ts';
import { listOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Price } from '../engine/wire.ts';

function update(sandbox: Sandbox, price: Price, params: Stripe.PriceUpdateParams): Price {
  const before = structuredClone(price);
  setLookupKey(sandbox, price, params.lookup_key, params.transfer_lookup_key);
  if (params.active !== undefined) price.active = params.active;
  if (params.nickname !== undefined) price.nickname = params.nickname || null;
  if (params.tax_behavior !== undefined) price.tax_behavior = params.tax_behavior;
  price.metadata = mergeMetadata(price.metadata, params.metadata);
  sandbox.emit('price.updated', price, changedFields(before, price));
  return price;
}

export const prices: Resource = {
  routes: [
    route<Stripe.PriceCreateParams>('POST', '/v1/prices', ({ sandbox, params }) => createPrice(sandbox, params)),
    route('GET', '/v1/prices/{id}', ({ sandbox, id }) => sandbox.store.prices.get(id)),
    route<Stripe.PriceUpdateParams>('POST', '/v1/prices/{id}', ({ sandbox, id, params }) =>
      update(sandbox, sandbox.store.prices.get(id), params),
    ),
    route<Stripe.PriceListParams>('GET', '/v1/prices', ({ sandbox, params }) =>
      listOf(
        '/v1/prices',
        sandbox.store.prices,
        params,
        (price) =>
          (params.active === undefined || price.active === params.active) &&
          (params.lookup_keys === undefined ||
            (price.lookup_key !== null && params.lookup_keys.includes(price.lookup_key))) &&
          (params.product === undefined || price.product === params.product) &&
          (params.currency === undefined || price.currency === params.currency) &&
          (params.type === undefined || price.type === params.type) &&
          (params.recurring?.interval === undefined || price.recurring?.interval === params.recurring.interval),
      ),
    ),
  ],
};
