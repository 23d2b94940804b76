import type Stripe from 'stripe';
import { description } from '../engine/description.ts';
import { invalidRequest } from '../engine/errors.ts';
import { listOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import { addWebhookEndpoint } from '../engine/webhook-endpoints.ts';
import type { WebhookEndpoint } from '../engine/wire.ts';

function checkEvents(types: readonly string[]): void {
  const unknown = types.findIndex((type) => type !== '*' && !Object.hasOwn(description.events, type));
  if (unknown < 0) return;
  throw invalidRequest(`Invalid enabled_events[${unknown}]: ${types[unknown]} is not an event of this sandbox`, {
    param: `enabled_events[${unknown}]`,
  });
}

function update(endpoint: WebhookEndpoint, params: Stripe.WebhookEndpointUpdateParams): WebhookEndpoint {
  if (params.enabled_events !== undefined) checkEvents(params.enabled_events);
  if (params.enabled_events !== undefined) endpoint.enabled_events = params.enabled_events;
  if (params.url !== undefined) endpoint.url = params.url;
  if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled';
  if (params.description !== undefined) endpoint.description = params.description || null;
  endpoint.metadata = mergeMetadata(endpoint.metadata, params.metadata);
  return endpoint;
}

function create(sandbox: Sandbox, params: Stripe.WebhookEndpointCreateParams): object {
  checkEvents(params.enabled_events);
  const { endpoint, secret } = addWebhookEndpoint(sandbox, params.url, { enabledEvents: params.enabled_events });
  update(endpoint, { ...(params.description === undefined ? {} : { description: params.description }) });
  // The secret is shown only in this answer, as at Stripe.
  return { ...endpoint, secret };
}

export const webhookEndpoints: Resource = {
  routes: [
    route<Stripe.WebhookEndpointCreateParams>('POST', '/v1/webhook_endpoints', ({ sandbox, params }) =>
      create(sandbox, params),
    ),
    route('GET', '/v1/webhook_endpoints/{id}', ({ sandbox, id }) => sandbox.store.webhookEndpoints.get(id)),
    route<Stripe.WebhookEndpointUpdateParams>('POST', '/v1/webhook_endpoints/{id}', ({ sandbox, id, params }) =>
      update(sandbox.store.webhookEndpoints.get(id), params),
    ),
    route('DELETE', '/v1/webhook_endpoints/{id}', ({ sandbox, id }) => sandbox.store.webhookEndpoints.delete(id)),
    route<Stripe.WebhookEndpointListParams>('GET', '/v1/webhook_endpoints', ({ sandbox, params }) =>
      listOf('/v1/webhook_endpoints', sandbox.store.webhookEndpoints, params),
    ),
  ],
};
