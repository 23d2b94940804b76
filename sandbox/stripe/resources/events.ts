import type Stripe from 'stripe';
import { listOf } from '../engine/list.ts';
import { type Resource, route } from '../engine/resource.ts';

/** 'invoice.*' matches every type that begins with 'invoice.'. */
function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

export const events: Resource = {
  routes: [
    route('GET', '/v1/events/{id}', ({ sandbox, id }) => sandbox.store.events.get(id)),
    route<Stripe.EventListParams>('GET', '/v1/events', ({ sandbox, params }) =>
      listOf('/v1/events', sandbox.store.events, params, (event) => {
        const { type, types, delivery_success: delivered } = params;
        return (
          (type === undefined || isOfType(event.type, type)) &&
          (types === undefined || types.some((wanted) => isOfType(event.type, wanted))) &&
          (delivered === undefined || (event.pending_webhooks === 0) === delivered)
        );
      }),
    ),
  ],
};
