import type Stripe from 'stripe';
import { createProduct, setProductFields } from '../engine/catalog.ts';
import { changedFields } from '../engine/changed-fields.ts';
import { listOf } from '../engine/list.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { Product } from '../engine/wire.ts';

function update(sandbox: Sandbox, product: Product, params: Stripe.ProductUpdateParams): Product {
  const before = structuredClone(product);
  setProductFields(product, params);
  if (params.default_price !== undefined) {
    product.default_price = params.default_price
      ? sandbox.store.prices.get(params.default_price, 'default_price').id
      : null;
  }
  product.updated = sandbox.clock.now();
  sandbox.emit('product.updated', product, changedFields(before, product));
  return product;
}

export const products: Resource = {
  routes: [
    route<Stripe.ProductCreateParams>('POST', '/v1/products', ({ sandbox, params }) => createProduct(sandbox, params)),
    route('GET', '/v1/products/{id}', ({ sandbox, id }) => sandbox.store.products.getOrStub(id)),
    route<Stripe.ProductUpdateParams>('POST', '/v1/products/{id}', ({ sandbox, id, params }) =>
      update(sandbox, sandbox.store.products.get(id), params),
    ),
    route<Stripe.ProductListParams>('GET', '/v1/products', ({ sandbox, params }) =>
      listOf(
        '/v1/products',
        sandbox.store.products,
        params,
        (product) =>
          (params.active === undefined || product.active === params.active) &&
          (params.ids === undefined || params.ids.includes(product.id)) &&
          (params.url === undefined || product.url === params.url) &&
          (params.shippable === undefined || (product.shippable ?? false) === params.shippable),
      ),
    ),
  ],
};
