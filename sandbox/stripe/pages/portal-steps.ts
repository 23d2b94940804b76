/** The portal's pages for canceling and for changing a plan. */
import { currentPeriodEnd } from '../billing/new-subscription.ts';
import type { PageAnswer } from '../engine/resource.ts';
import type { PortalSession, Price, Subscription } from '../engine/wire.ts';
import { pricesFor, waitsForPeriodEnd } from '../portal/portal-acts.ts';
import { type Html, html } from './html.ts';
import { date, money, page } from './layout.ts';
import { endOf, flash, type Opened, priceText, productName } from './portal-parts.ts';

function step(session: PortalSession, title: string, body: Html, fault?: string): PageAnswer {
  return page({
    title,
    shape: 'narrow',
    scripts: ['hosted-form.ts'],
    formTargets: endOf(session),
    body: html`<main class="card"><h1>${title}</h1>${flash(fault === undefined ? {} : { fault })}${body}<p><a href="?">Go back</a></p></main>`,
  });
}

export function cancelStep({ portal, session }: Opened, subscription: Subscription): PageAnswer {
  const { mode, cancellation_reason: reasons } = portal.configuration.features.subscription_cancel;
  const words: Record<string, string> = {
    too_expensive: 'It’s too expensive',
    missing_features: 'I need more features',
    switched_service: 'I found an alternative',
    unused: 'I no longer need it',
    customer_service: 'Customer service was less than expected',
    low_quality: 'Quality was less than expected',
    too_complex: 'Ease of use was less than expected',
    other: 'Other reason',
  };
  return step(
    session,
    'Cancel your subscription',
    html`<p>${productName(portal, subscription)} ${mode === 'immediately' ? 'ends at once.' : `stays until ${date(currentPeriodEnd(subscription))} and is not charged again.`}</p>
<form method="post" data-once>
<input type="hidden" name="subscription" value="${subscription.id}">
${reasons.enabled && html`<fieldset><legend>Why do you cancel? (optional)</legend>${reasons.options.map((reason) => html`<label class="choice"><input type="radio" name="feedback" value="${reason}"> ${words[reason] ?? reason}</label>`)}</fieldset>`}
<button name="act" value="cancel">Cancel subscription</button>
</form>`,
  );
}

export function switchStep({ portal, session }: Opened, subscription: Subscription, fault?: string): PageAnswer {
  const own = subscription.items.data[0]?.price.id;
  const note = (price: Price) => {
    if (price.id === own) return 'your plan';
    if (subscription.status === 'trialing') return '';
    return waitsForPeriodEnd(portal, subscription, price)
      ? `from ${date(currentPeriodEnd(subscription))}`
      : `${money(price.unit_amount ?? 0, price.currency)} due today`;
  };
  return step(
    session,
    'Update your subscription',
    html`<form method="post" data-once>
<input type="hidden" name="subscription" value="${subscription.id}">
<fieldset><legend>Plan</legend>
${pricesFor(portal, subscription).map((price) => html`<label class="choice"><input type="radio" name="price" value="${price.id}"${price.id === own && html` checked`}> ${priceText(price)} <span class="quiet">${note(price)}</span></label>`)}
</fieldset>
<button name="act" value="switch">Confirm</button>
</form>`,
    fault,
  );
}
