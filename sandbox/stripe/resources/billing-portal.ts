import type Stripe from 'stripe';
import { recurringPrice } from '../billing/change-item.ts';
import { refuseUnbuilt } from '../billing/refuse-unbuilt.ts';
import { changedFields } from '../engine/changed-fields.ts';
import { invalidRequest, missingParam } from '../engine/errors.ts';
import { newId } from '../engine/ids.ts';
import { listOf } from '../engine/list.ts';
import { mergeMetadata } from '../engine/metadata.ts';
import { type Resource, route } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { PortalConfiguration, PortalSession } from '../engine/wire.ts';

type Features = PortalConfiguration['features'];
type SentFeatures = Stripe.BillingPortal.ConfigurationCreateParams['features'];

const noFeatures = (): Features => ({
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: {
      enabled: false,
      feedback_options: null,
      options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
    },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
});

function mustNotProrate(behavior: string | undefined, feature: string): void {
  if (behavior === undefined || behavior === 'none') return;
  throw invalidRequest("The payment sandbox does not prorate: send 'none'.", {
    param: `features[${feature}][proration_behavior]`,
  });
}

function setUpdate(sandbox: Sandbox, held: Features['subscription_update'], sent: SentFeatures['subscription_update']) {
  if (!sent) return;
  mustNotProrate(sent.proration_behavior, 'subscription_update');
  if (sent.enabled !== undefined) held.enabled = sent.enabled;
  if (sent.default_allowed_updates) held.default_allowed_updates = sent.default_allowed_updates;
  if (sent.billing_cycle_anchor !== undefined) held.billing_cycle_anchor = sent.billing_cycle_anchor;
  if (sent.trial_update_behavior !== undefined) held.trial_update_behavior = sent.trial_update_behavior;
  if (sent.schedule_at_period_end?.conditions)
    held.schedule_at_period_end.conditions = sent.schedule_at_period_end.conditions;
  if (sent.products) {
    const at = 'features[subscription_update][products]';
    held.products = sent.products.map(({ product, prices }, index) => {
      sandbox.store.products.get(product, `${at}[${index}][product]`);
      for (const [place, price] of prices.entries())
        recurringPrice(sandbox, price, `${at}[${index}][prices][${place}]`);
      return { adjustable_quantity: { enabled: false, maximum: null, minimum: 1 }, prices, product };
    });
  }
}

function setFeatures(sandbox: Sandbox, held: Features, sent: Partial<SentFeatures>): void {
  const { customer_update: customer, invoice_history: invoices, payment_method_update: card } = sent;
  const { subscription_cancel: cancel, subscription_pause: pause } = sent;
  if (customer?.enabled !== undefined) held.customer_update.enabled = customer.enabled;
  if (customer?.allowed_updates) held.customer_update.allowed_updates = customer.allowed_updates;
  if (invoices) held.invoice_history.enabled = invoices.enabled;
  if (card) held.payment_method_update.enabled = card.enabled;
  if (pause?.enabled) {
    throw invalidRequest('The payment sandbox does not pause subscriptions.', {
      param: 'features[subscription_pause][enabled]',
    });
  }
  mustNotProrate(cancel?.proration_behavior, 'subscription_cancel');
  if (cancel?.enabled !== undefined) held.subscription_cancel.enabled = cancel.enabled;
  if (cancel?.mode !== undefined) held.subscription_cancel.mode = cancel.mode;
  if (cancel?.cancellation_reason) {
    const reasons = held.subscription_cancel.cancellation_reason;
    if (cancel.cancellation_reason.enabled !== undefined) reasons.enabled = cancel.cancellation_reason.enabled;
    if (cancel.cancellation_reason.options) reasons.options = cancel.cancellation_reason.options;
  }
  setUpdate(sandbox, held.subscription_update, sent.subscription_update);
}

function createConfiguration(
  sandbox: Sandbox,
  params: Stripe.BillingPortal.ConfigurationCreateParams,
): PortalConfiguration {
  if (params.login_page?.enabled) {
    throw invalidRequest('The payment sandbox has no log-in page for the portal.', { param: 'login_page[enabled]' });
  }
  const now = sandbox.clock.now();
  const features = noFeatures();
  setFeatures(sandbox, features, params.features);
  const configuration = sandbox.store.portalConfigurations.add({
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: params.business_profile?.headline || null,
      privacy_policy_url: params.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: params.business_profile?.terms_of_service_url ?? null,
    },
    created: now,
    default_return_url: params.default_return_url || null,
    features,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, params.metadata),
    name: params.name || null,
    updated: now,
  });
  sandbox.emit('billing_portal.configuration.created', configuration);
  return configuration;
}

function updateConfiguration(
  sandbox: Sandbox,
  configuration: PortalConfiguration,
  params: Stripe.BillingPortal.ConfigurationUpdateParams,
): PortalConfiguration {
  const before = structuredClone(configuration);
  const { business_profile: profile } = params;
  if (params.active !== undefined) configuration.active = params.active;
  if (params.name !== undefined) configuration.name = params.name || null;
  if (params.default_return_url !== undefined) configuration.default_return_url = params.default_return_url || null;
  if (profile?.headline !== undefined) configuration.business_profile.headline = profile.headline || null;
  if (profile?.privacy_policy_url) configuration.business_profile.privacy_policy_url = profile.privacy_policy_url;
  if (profile?.terms_of_service_url) configuration.business_profile.terms_of_service_url = profile.terms_of_service_url;
  // An update may leave out what a creation requires; nothing else differs.
  if (params.features) setFeatures(sandbox, configuration.features, params.features as Partial<SentFeatures>);
  configuration.metadata = mergeMetadata(configuration.metadata ?? {}, params.metadata);
  configuration.updated = sandbox.clock.now();
  sandbox.emit('billing_portal.configuration.updated', configuration, changedFields(before, configuration));
  return configuration;
}

type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData;

function flowOf(sandbox: Sandbox, customer: string, sent: FlowData | undefined): PortalSession['flow'] {
  if (!sent) return null;
  const subscription = sent.subscription_cancel?.subscription ?? sent.subscription_update?.subscription;
  if (!['payment_method_update', 'subscription_cancel', 'subscription_update'].includes(sent.type)) {
    throw invalidRequest(`The payment sandbox has no flow '${sent.type}'.`, { param: 'flow_data[type]' });
  }
  if (sent.type !== 'payment_method_update') {
    const param = `flow_data[${sent.type}][subscription]`;
    if (subscription === undefined) throw missingParam(param);
    if (sandbox.store.subscriptions.get(subscription, param).customer !== customer) {
      throw invalidRequest('The subscription does not belong to the customer.', { param });
    }
  }
  const after = sent.after_completion;
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: sent.type === 'subscription_cancel' && subscription ? { retention: null, subscription } : null,
    subscription_pause: null,
    subscription_update: sent.type === 'subscription_update' && subscription ? { subscription } : null,
    subscription_update_confirm: null,
    type: sent.type,
  };
}

function createSession(sandbox: Sandbox, params: Stripe.BillingPortal.SessionCreateParams): PortalSession {
  refuseUnbuilt(params, ['customer', 'configuration', 'return_url', 'flow_data', 'locale']);
  const { store } = sandbox;
  const customer = store.customers.get(params.customer ?? '', 'customer');
  const configuration =
    params.configuration === undefined
      ? store.portalConfigurations.where(({ is_default: isDefault }) => isDefault)[0]
      : store.portalConfigurations.get(params.configuration, 'configuration');
  if (!configuration) {
    throw invalidRequest(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    );
  }
  if (!configuration.active) {
    throw invalidRequest('The configuration is not active.', { param: 'configuration' });
  }
  const id = newId('bps');
  const session = store.portalSessions.add({
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: sandbox.clock.now(),
    customer: customer.id,
    customer_account: null,
    flow: flowOf(sandbox, customer.id, params.flow_data),
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${sandbox.origin}/p/session/${id}`,
  });
  sandbox.emit('billing_portal.session.created', session);
  return session;
}

export const billingPortal: Resource = {
  routes: [
    route<Stripe.BillingPortal.ConfigurationCreateParams>(
      'POST',
      '/v1/billing_portal/configurations',
      ({ sandbox, params }) => createConfiguration(sandbox, params),
    ),
    route('GET', '/v1/billing_portal/configurations/{id}', ({ sandbox, id }) =>
      sandbox.store.portalConfigurations.get(id),
    ),
    route<Stripe.BillingPortal.ConfigurationUpdateParams>(
      'POST',
      '/v1/billing_portal/configurations/{id}',
      ({ sandbox, id, params }) => updateConfiguration(sandbox, sandbox.store.portalConfigurations.get(id), params),
    ),
    route<Stripe.BillingPortal.ConfigurationListParams>(
      'GET',
      '/v1/billing_portal/configurations',
      ({ sandbox, params }) =>
        listOf(
          '/v1/billing_portal/configurations',
          sandbox.store.portalConfigurations,
          params,
          (configuration) =>
            (params.active === undefined || configuration.active === params.active) &&
            (params.is_default === undefined || configuration.is_default === params.is_default),
        ),
    ),
    route<Stripe.BillingPortal.SessionCreateParams>('POST', '/v1/billing_portal/sessions', ({ sandbox, params }) =>
      createSession(sandbox, params),
    ),
  ],
};
