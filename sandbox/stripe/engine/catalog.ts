/** Creates and changes products and prices. */
import type Stripe from 'stripe';
import { invalidRequest, missingParam } from './errors.ts';
import { newId } from './ids.ts';
import { mergeMetadata } from './metadata.ts';
import type { Sandbox } from './sandbox.ts';
import type { Price, Product } from './wire.ts';

/** Sets the fields that both create and update accept. A field that was not sent stays as it is. */
export function setProductFields(product: Product, params: Stripe.ProductUpdateParams): void {
  if (params.name !== undefined) product.name = params.name;
  if (params.active !== undefined) product.active = params.active;
  if (params.description !== undefined) product.description = params.description || null;
  if (params.images !== undefined) product.images = params.images || [];
  if (params.url !== undefined) product.url = params.url || null;
  if (params.unit_label !== undefined) product.unit_label = params.unit_label || null;
  if (params.statement_descriptor !== undefined) product.statement_descriptor = params.statement_descriptor;
  if (params.marketing_features !== undefined) product.marketing_features = params.marketing_features || [];
  product.metadata = mergeMetadata(product.metadata, params.metadata);
}

/** Creates a product. Checkout's `price_data[product_data]` uses it too. */
export function createProduct(sandbox: Sandbox, params: Stripe.ProductCreateParams): Product {
  const { store, clock } = sandbox;
  const id = params.id ?? newId('prod').slice(0, 19);
  if (store.products.find(id)) {
    throw invalidRequest(`Product already exists with id \`${id}\`.`, { code: 'resource_already_exists', param: 'id' });
  }
  const { default_price_data: priceData, ...fields } = params;
  const product: Product = {
    id,
    object: 'product',
    active: true,
    created: clock.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: params.name,
    package_dimensions: null,
    shippable: params.shippable ?? null,
    statement_descriptor: null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: params.type ?? 'service',
    unit_label: null,
    updated: clock.now(),
    url: null,
  };
  setProductFields(product, fields as Stripe.ProductUpdateParams);
  store.products.add(product);
  sandbox.emit('product.created', product);
  if (priceData) product.default_price = createPrice(sandbox, { ...priceData, product: id }).id;
  return product;
}

/** Sets a lookup key, which belongs to one active price; `transfer` takes it from the price that has it. */
export function setLookupKey(sandbox: Sandbox, price: Price, key: string | undefined, transfer = false): void {
  if (key === undefined) return;
  const holder = sandbox.store.prices.where((other) => other.lookup_key === key && other.id !== price.id)[0];
  if (holder && !transfer) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. You can transfer the lookup key by setting \`transfer_lookup_key\` to true.`,
      { param: 'lookup_key' },
    );
  }
  if (holder) {
    holder.lookup_key = null;
    sandbox.emit('price.updated', holder, { lookup_key: key });
  }
  price.lookup_key = key || null;
}

function unitAmountOf(params: Stripe.PriceCreateParams): number {
  const decimal = params.unit_amount_decimal as unknown as string | undefined;
  if (params.unit_amount === undefined && decimal === undefined) throw missingParam('unit_amount');
  const amount = params.unit_amount ?? Number(decimal);
  if (!Number.isInteger(amount)) {
    throw invalidRequest(`Invalid integer: ${decimal}`, { code: 'parameter_invalid_integer', param: 'unit_amount' });
  }
  if (amount < 0) {
    throw invalidRequest('This value must be greater than or equal to 0.', {
      code: 'parameter_invalid_integer',
      param: 'unit_amount',
    });
  }
  return amount;
}

/** Creates a price. Checkout's `price_data` uses it too. */
export function createPrice(sandbox: Sandbox, params: Stripe.PriceCreateParams): Price {
  const { store, clock } = sandbox;
  const amount = unitAmountOf(params);
  if (params.product === undefined && params.product_data === undefined) throw missingParam('product');
  const product =
    params.product === undefined
      ? createProduct(
          sandbox,
          (({ name, metadata }) => ({ name, ...(metadata ? { metadata } : {}) }))(params.product_data ?? { name: '' }),
        )
      : store.products.get(params.product, 'product');
  const { recurring } = params;
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: clock.now(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: product.id,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: recurring.trial_period_days ?? null,
          usage_type: recurring.usage_type ?? 'licensed',
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
  setLookupKey(sandbox, price, params.lookup_key, params.transfer_lookup_key);
  store.prices.add(price);
  sandbox.emit('price.created', price);
  return price;
}
