/** Parts that the portal's pages share. */
import type { PortalSession, Price, Subscription } from '../engine/wire.ts';
import type { Portal } from '../portal/portal-acts.ts';
import type { CardFieldFaults } from './card-fields.ts';
import { html } from './html.ts';
import { money } from './layout.ts';

export interface Opened {
  portal: Portal;
  session: PortalSession;
}

/** The message about the last action. */
export interface Said {
  done?: string;
  fault?: string;
  card?: CardFieldFaults;
}

export function priceText({ unit_amount: amount, currency, recurring }: Price): string {
  const { interval = 'once', interval_count: count = 1 } = recurring ?? {};
  return `${money(amount ?? 0, currency)} ${count === 1 ? `per ${interval}` : `every ${count} ${interval}s`}`;
}

export const productName = ({ sandbox }: Portal, subscription: Subscription) =>
  sandbox.store.products.find(subscription.items.data[0]?.price.product)?.name ?? 'Subscription';

export const flash = ({ done, fault }: Said) =>
  html`${done && html`<p class="done" role="status">${done}</p>`}${fault && html`<p class="fault" role="alert">${fault}</p>`}`;

/** Addresses where an action of this flow may end. */
export const endOf = ({ flow }: PortalSession) => [flow?.after_completion.redirect?.return_url];
