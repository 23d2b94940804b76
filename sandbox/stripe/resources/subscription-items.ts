import type Stripe from 'stripe';
import { changeItem, mustLive } from '../billing/change-item.ts';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import { noSuch } from '../engine/errors.ts';
import { pageOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';

/** Finds an item inside its subscription, where items are stored. */
function itemOf(sandbox: Sandbox, id: string) {
  for (const subscription of sandbox.store.subscriptions.all()) {
    const item = subscription.items.data.find((each) => each.id === id);
    if (item) return { subscription, item };
  }
  throw noSuch('subscription_item', id, 'path');
}

export const subscriptionItems: Resource = {
  routes: [
    route('GET', '/v1/subscription_items/{id}', ({ sandbox, id }) => itemOf(sandbox, id).item),
    route<Stripe.SubscriptionItemUpdateParams>('POST', '/v1/subscription_items/{id}', ({ sandbox, id, params }) => {
      refuseUnbuilt(params, ['price', 'quantity', 'metadata', 'proration_behavior', 'payment_behavior', 'off_session']);
      const { subscription, item } = itemOf(sandbox, id);
      mustLive(subscription);
      item.metadata = mergeMetadata(item.metadata, params.metadata);
      const { proration_behavior: proration, payment_behavior: behavior } = params;
      changeItem(sandbox, subscription, params, { proration, behavior, param: 'price' });
      return item;
    }),
    route<{ subscription: string; limit?: number }>('GET', '/v1/subscription_items', ({ sandbox, params }) => {
      const { items } = sandbox.store.subscriptions.get(params.subscription, 'subscription');
      return pageOf(items.url, items.data.toReversed(), params);
    }),
  ],
};
