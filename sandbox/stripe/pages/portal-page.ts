/** Stripe's customer portal: the customer's plans, card and invoices. */
import { currentPeriodEnd } from '../billing/new-subscription.ts';
import { scheduledPrice } from '../billing/subscriptions.ts';
import { ApiError } from '../engine/errors.ts';
import type { Page, PageAnswer, PageCall } from '../engine/resource.ts';
import type { Invoice, PortalSession, Price, Subscription } from '../engine/wire.ts';
import {
  cancelInPortal,
  invoicesOf,
  isEnding,
  keepCard,
  keepInPortal,
  type Portal,
  payInPortal,
  pricesFor,
  subscriptionsOf,
  switchInPortal,
} from '../portal/portal-acts.ts';
import { type CardFieldFaults, cardFields } from './card-fields.ts';
import { type Html, html } from './html.ts';
import { date, money, notice, page } from './layout.ts';
import { endOf, flash, type Opened, priceText, productName, type Said } from './portal-parts.ts';
import { cancelStep, switchStep } from './portal-steps.ts';
import { faultsOf, readCard } from './read-card.ts';

function statusText({ sandbox }: Portal, subscription: Subscription): string {
  const end = date(subscription.cancel_at ?? currentPeriodEnd(subscription));
  if (isEnding(subscription)) return `Ends on ${end}.`;
  const next = scheduledPrice(sandbox, subscription);
  if (next) return `Changes to ${priceText(next.price)} on ${end}.`;
  switch (subscription.status) {
    case 'trialing':
      return `Nothing is charged before ${end}.`;
    case 'past_due':
    case 'unpaid':
      return 'The last payment failed. Pay the open invoice below, or save another card.';
    default:
      return `Renews on ${end}.`;
  }
}

const act = (name: string, fields: Record<string, string>, button: string, className = 'second') =>
  html`<form method="post" data-once>${Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}<button class="${className}" name="act" value="${name}">${button}</button></form>`;

function subscriptionCard(portal: Portal, subscription: Subscription): Html {
  const { features } = portal.configuration;
  const price = subscription.items.data[0]?.price;
  const { id } = subscription;
  return html`<section class="card">
<h2>${subscription.description ?? productName(portal, subscription)}</h2>
<p>${price && priceText(price as Price)}</p>
<p class="quiet">${statusText(portal, subscription)}</p>
<div class="buttons">
${pricesFor(portal, subscription).length > 0 && html`<a class="button" href="?step=switch&amp;subscription=${id}">Update subscription</a>`}
${features.subscription_cancel.enabled && !isEnding(subscription) && html`<a class="button second" href="?step=cancel&amp;subscription=${id}">Cancel subscription</a>`}
${isEnding(subscription) && act('keep', { subscription: id }, "Don't cancel subscription")}
</div>
</section>`;
}

function cardSection(portal: Portal, faults: CardFieldFaults): Html {
  const { sandbox, customer } = portal;
  const ids = [
    customer.invoice_settings.default_payment_method,
    ...subscriptionsOf(portal).map((each) => each.default_payment_method),
  ];
  const held = ids.map((id) => sandbox.store.paymentMethods.find(id)).find((method) => method?.card);
  const { brand = '', last4 = '', exp_month: month = 0, exp_year: year = 0 } = held?.card ?? {};
  const isOpen = Object.keys(faults).length > 0;
  return html`<section class="card">
<h2>Payment method</h2>
<p>${held ? html`${brand[0]?.toUpperCase()}${brand.slice(1)} •••• ${last4} <span class="quiet">expires ${String(month).padStart(2, '0')} / ${year}</span>` : 'No card yet.'}</p>
<details${isOpen && html` open`}>
<summary>Add payment method</summary>
<form method="post" novalidate data-once>${cardFields(faults)}<button name="act" value="card">Save card</button></form>
</details>
</section>`;
}

function invoiceRow(invoice: Invoice): Html {
  const status = invoice.status === 'open' ? 'Open' : invoice.status === 'paid' ? 'Paid' : 'Not paid';
  const amount = money(invoice.total, invoice.currency);
  return html`<li>
<a href="${invoice.hosted_invoice_url}">${date(invoice.created)}</a>
<span>${amount}</span>
<span${invoice.status === 'open' && html` class="fault"`}>${status}</span>
${invoice.status === 'open' && act('pay', { invoice: invoice.id }, `Pay ${amount}`, 'first')}
</li>`;
}

function home(portal: Portal, session: PortalSession, said: Said): PageAnswer {
  const subscriptions = subscriptionsOf(portal);
  const invoices = invoicesOf(portal);
  const { features, business_profile: profile } = portal.configuration;
  return page({
    title: 'Manage billing',
    shape: 'narrow',
    scripts: ['hosted-form.ts'],
    formTargets: endOf(session),
    body: html`<main class="portal">
${session.return_url && html`<a class="back" href="${session.return_url}"><span aria-hidden="true">←</span> Return to site</a>`}
<h1>Manage billing</h1>
${profile.headline && html`<p>${profile.headline}</p>`}
${flash(said)}
${subscriptions.length > 0 ? subscriptions.map((each) => subscriptionCard(portal, each)) : html`<p>You have no subscription.</p>`}
${features.payment_method_update.enabled && cardSection(portal, said.card ?? {})}
${features.invoice_history.enabled && html`<section class="card"><h2>Invoices</h2>${invoices.length > 0 ? html`<ul class="rows">${invoices.map(invoiceRow)}</ul>` : html`<p>No invoices yet.</p>`}</section>`}
</main>`,
  });
}

function open({ sandbox, id }: PageCall): Opened | undefined {
  const { store } = sandbox;
  const session = store.portalSessions.find(id);
  const customer = store.customers.find(session?.customer);
  const configuration = store.portalConfigurations.find(session?.configuration);
  return session && customer && configuration ? { session, portal: { sandbox, customer, configuration } } : undefined;
}

const missing = () =>
  notice('Something went wrong', 'This link has expired. Go back to the site and open it again.', undefined, 404);

function show(call: PageCall): PageAnswer {
  const opened = open(call);
  if (!opened) return missing();
  const { portal, session } = opened;
  const { flow } = session;
  const said = call.query.has('said') ? (saidOf(portal, session).said ?? {}) : {};
  // The flow's step comes first. Every page after it has a query.
  const wanted = [...call.query.keys()].length > 0 ? call.query.get('step') : stepOf(flow);
  const id =
    call.query.get('subscription') ??
    flow?.subscription_cancel?.subscription ??
    flow?.subscription_update?.subscription;
  const subscription = subscriptionsOf(portal).find((each) => each.id === id);
  if (wanted === 'cancel' && subscription && !isEnding(subscription)) return cancelStep(opened, subscription);
  if (wanted === 'switch' && subscription) return switchStep(opened, subscription, said.fault);
  const end = flow?.after_completion;
  if (said.done && end?.type === 'hosted_confirmation') {
    const text = end.hosted_confirmation?.custom_message ?? said.done;
    return notice(
      'All done',
      text,
      session.return_url ? { text: 'Return to site', href: session.return_url } : undefined,
    );
  }
  return home(portal, session, said);
}

const saidOf = ({ sandbox }: Portal, session: PortalSession) => sandbox.store.hiddenOf<{ said: Said }>(session.id);

function stepOf(flow: PortalSession['flow']): 'cancel' | 'switch' | null {
  if (flow?.type === 'subscription_cancel') return 'cancel';
  return flow?.type === 'subscription_update' ? 'switch' : null;
}

/**
 * Every action ends at an address of its own, so that the browser's back and reload buttons repeat nothing.
 */
function say({ portal, session }: Opened, said: Said, query = ''): PageAnswer {
  saidOf(portal, session).said = said;
  return { redirect: `/p/session/${session.id}?said${query}` };
}

/** Redirects to the portal, or to the address that the flow names. */
function finish(opened: Opened, done: string): PageAnswer {
  const end = opened.session.flow?.after_completion;
  if (end?.type === 'redirect' && end.redirect) return { redirect: end.redirect.return_url };
  return say(opened, { done });
}

function submitCard(opened: Opened, form: URLSearchParams): PageAnswer {
  const { portal } = opened;
  const card = readCard(portal.sandbox, form, portal.customer.email);
  if ('faults' in card) return say(opened, { card: card.faults });
  try {
    return finish(opened, keepCard(portal, card.method));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return say(opened, { card: faultsOf(error) });
  }
}

function submitOther(opened: Opened, form: URLSearchParams): PageAnswer {
  const { portal, session } = opened;
  const subscription = subscriptionsOf(portal).find(({ id }) => id === form.get('subscription'));
  const invoice = invoicesOf(portal).find(({ id }) => id === form.get('invoice'));
  switch (form.get('act')) {
    case 'cancel':
      if (!subscription || !portal.configuration.features.subscription_cancel.enabled) break;
      return finish(opened, cancelInPortal(portal, subscription, form.get('feedback') ?? ''));
    case 'keep':
      if (!subscription) break;
      return finish(opened, keepInPortal(portal, subscription));
    case 'switch':
      if (!subscription) break;
      return finish(opened, switchInPortal(portal, subscription, form.get('price') ?? ''));
    case 'pay': {
      if (!invoice) break;
      const result = payInPortal(portal, invoice, session.url);
      return 'said' in result ? finish(opened, result.said) : { redirect: result.challenge };
    }
  }
  return say(opened, { fault: 'That is not possible any more.' });
}

function submit(call: PageCall): PageAnswer {
  const opened = open(call);
  if (!opened) return missing();
  const takesCards = opened.portal.configuration.features.payment_method_update.enabled;
  if (call.form.get('act') === 'card' && takesCards) return submitCard(opened, call.form);
  try {
    return submitOther(opened, call.form);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fault = { fault: error.fields.message };
    const wanted = subscriptionsOf(opened.portal).find(({ id }) => id === call.form.get('subscription'));
    const isSwitch = call.form.get('act') === 'switch' && wanted;
    return say(opened, fault, isSwitch ? `&step=switch&subscription=${wanted.id}` : '');
  }
}

export const portalPages: Page[] = [
  { method: 'GET', path: '/p/session/{id}', handle: show },
  { method: 'POST', path: '/p/session/{id}', handle: submit },
];
