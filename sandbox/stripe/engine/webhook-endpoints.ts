import { apiVersion } from './description.ts';
import { newId, randomLetters } from './ids.ts';
import type { Sandbox } from './sandbox.ts';
import type { WebhookEndpoint } from './wire.ts';

interface EndpointOptions {
  /** The signing secret; made when not given. */
  secret?: string;
  enabledEvents?: WebhookEndpoint['enabled_events'];
}

/** Adds an address that gets events from now on. */
export function addWebhookEndpoint(
  sandbox: Sandbox,
  url: string,
  { secret = `whsec_${randomLetters(32)}`, enabledEvents = ['*'] }: EndpointOptions = {},
): { endpoint: WebhookEndpoint; secret: string } {
  const endpoint: WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: sandbox.clock.now(),
    description: null,
    enabled_events: enabledEvents,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
  sandbox.store.webhookEndpoints.add(endpoint);
  sandbox.store.hiddenOf<{ secret: string }>(endpoint.id).secret = secret;
  return { endpoint, secret };
}

/**
 * Sets the endpoint of the site that started the sandbox, with the secret that the site was given. A new
 * address replaces the old one.
 */
export function setSiteEndpoint(sandbox: Sandbox, url: string): void {
  const { store, keys } = sandbox;
  const held = store.webhookEndpoints.where(
    ({ id }) => store.hiddenOf<{ secret: string }>(id).secret === keys.webhookSecret,
  )[0];
  if (held) held.url = url;
  else addWebhookEndpoint(sandbox, url, { secret: keys.webhookSecret });
}
