/** Stripe's hosted payment page. */

import { paySession } from '../checkout/pay-session.ts';
import { appliedCredit, dueToday, fullPrice, isHold, type LineItem, notesOf } from '../checkout/session-notes.ts';
import { ApiError } from '../engine/errors.ts';
import type { Page, PageAnswer, PageCall } from '../engine/resource.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import type { CheckoutSession } from '../engine/wire.ts';
import { type CardFieldFaults, cardFields, field } from './card-fields.ts';
import { type Html, html } from './html.ts';
import { date, money, notice, page } from './layout.ts';
import { faultsOf, readCard } from './read-card.ts';

interface Typed {
  email: string;
  name: string;
  zip: string;
}

type Faults = CardFieldFaults & { email?: string };

/** The values that the page shows again after a refused attempt. Card numbers are not kept. */
interface LastTry {
  lastTry: { faults: Faults; typed: Typed } | undefined;
}

export function successAddress(session: CheckoutSession): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** '/ month', '/ 3 months', or nothing for a one-time price. */
function per({ price }: LineItem): string {
  const { interval, interval_count: count = 1 } = price?.recurring ?? {};
  if (!interval) return '';
  return count === 1 ? ` per ${interval}` : ` every ${count} ${interval}s`;
}

function lastFreeDay(sandbox: Sandbox, session: CheckoutSession): number {
  const { trialEnd, trialDays } = notesOf(sandbox, session);
  return trialEnd ?? sandbox.clock.nowFor(session.customer) + (trialDays ?? 0) * 86_400;
}

function summary(sandbox: Sandbox, session: CheckoutSession): Html {
  const { items, trialDays } = notesOf(sandbox, session);
  const currency = session.currency ?? 'usd';
  const [first] = items;
  const hold = isHold(sandbox, session);
  const amount = money(fullPrice(sandbox, session), currency);
  const applied = appliedCredit(sandbox, session);
  return html`<section class="summary" aria-label="What you pay for">
${session.cancel_url && html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back</a>`}
<h1>${session.mode === 'subscription' ? 'Subscribe to ' : 'Pay for '}${items.map(({ description }) => description).join(', ')}</h1>
<p class="price">${hold && trialDays !== null ? html`${trialDays} days free<br><small>Then ${amount}${first && per(first)}</small>` : html`${amount}<small>${first && per(first)}</small>`}</p>
<dl class="lines">
${items.map((item) => html`<div><dt>${item.description}${item.quantity !== 1 && html` × ${item.quantity}`}</dt><dd>${money((item.price?.unit_amount ?? 0) * (item.quantity ?? 1), currency)}${per(item)}</dd></div>`)}
${hold && html`<div><dt>First charge</dt><dd>by ${date(lastFreeDay(sandbox, session))}</dd></div>`}
${applied > 0 && html`<div><dt>Applied balance</dt><dd>−${money(applied, currency)}</dd></div>`}
<div class="total"><dt>Total due today</dt><dd>${money(dueToday(sandbox, session), currency)}</dd></div>
</dl>
</section>`;
}

function payForm(sandbox: Sandbox, session: CheckoutSession, faults: Faults, typed: Typed): Html {
  const { buyer } = notesOf(sandbox, session);
  const fixedEmail = session.customer ? buyer.email : null;
  const amount = money(session.amount_total ?? 0, session.currency ?? 'usd');
  const { submit, after_submit: after } = session.custom_text;
  return html`<form class="card" method="post" novalidate data-once>
<h2>Payment details</h2>
${
  fixedEmail
    ? html`<dl class="lines"><div><dt>Email</dt><dd>${fixedEmail}</dd></div></dl>`
    : field({
        name: 'email',
        label: 'Email',
        type: 'email',
        inputmode: 'email',
        autocomplete: 'email',
        value: typed.email,
        fault: faults.email,
      })
}
${cardFields(faults)}
<div class="pair loose">
${field({ name: 'name', label: 'Name on card', note: '(optional)', autocomplete: 'cc-name', value: typed.name })}
${field({ name: 'zip', label: 'ZIP', note: '(optional)', autocomplete: 'postal-code', inputmode: 'numeric', value: typed.zip })}
</div>
${submit && html`<p id="submit-note">${submit.message}</p>`}
<button type="submit"${submit && html` aria-describedby="submit-note"`}>${session.mode === 'subscription' ? 'Subscribe' : `Pay ${amount}`}</button>
${after && html`<p class="quiet">${after.message}</p>`}
</form>`;
}

function openPage(sandbox: Sandbox, session: CheckoutSession, faults: Faults, typed: Typed): PageAnswer {
  const hasFault = Object.keys(faults).length > 0;
  return page({
    title: `${hasFault ? 'Problem: ' : ''}${session.mode === 'subscription' ? 'Subscribe' : 'Pay'}`,
    shape: 'wide',
    scripts: ['hosted-form.ts'],
    formTargets: [session.success_url],
    body: html`<main>${summary(sandbox, session)}${payForm(sandbox, session, faults, typed)}</main>`,
  });
}

/** The page of a session that can no longer be paid. */
function closedPage(session: CheckoutSession): PageAnswer {
  if (session.status === 'complete') {
    return notice('You’re all done here', 'This payment was completed. You can’t pay twice.', {
      text: 'Continue',
      href: successAddress(session),
    });
  }
  return notice(
    'This page has expired',
    'The payment was not completed in time, and you were not charged. Go back and start again.',
    session.cancel_url ? { text: 'Back', href: session.cancel_url } : undefined,
  );
}

function show({ sandbox, id, query }: PageCall): PageAnswer {
  const session = sandbox.store.checkoutSessions.find(id);
  if (!session)
    return notice('Something went wrong', 'The page you were looking for could not be found.', undefined, 404);
  if (session.status !== 'open') return closedPage(session);
  const { buyer, fault } = notesOf(sandbox, session);
  const { lastTry } = sandbox.store.hiddenOf<LastTry>(session.id);
  if (lastTry && query.has('again')) return openPage(sandbox, session, lastTry.faults, lastTry.typed);
  const typed = { email: buyer.email ?? '', name: buyer.name ?? '', zip: buyer.postalCode ?? '' };
  return openPage(sandbox, session, fault ? { number: fault } : {}, typed);
}

function pay({ sandbox, id, form }: PageCall): PageAnswer {
  const session = sandbox.store.checkoutSessions.find(id);
  if (!session)
    return notice('Something went wrong', 'The page you were looking for could not be found.', undefined, 404);
  // The second of two clicks, or a second tab.
  if (session.status === 'complete') return { redirect: successAddress(session) };
  if (session.status !== 'open') return closedPage(session);
  const { buyer } = notesOf(sandbox, session);
  const text = (name: string) => (form.get(name) ?? '').trim();
  const typed = { email: text('email'), name: text('name'), zip: text('zip') };
  const email = session.customer ? buyer.email : typed.email;
  const needsEmail = !(session.customer && buyer.email);
  const emailFault =
    needsEmail && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email)
      ? { email: typed.email === '' ? 'Enter your email.' : 'Your email is incomplete.' }
      : {};
  // The refusal has its own address, so that the browser's back and reload buttons send nothing twice.
  const again = (faults: Faults): PageAnswer => {
    sandbox.store.hiddenOf<LastTry>(session.id).lastTry = { faults, typed };
    return { redirect: `/c/pay/${session.id}?again` };
  };
  const card = readCard(sandbox, form, email);
  if ('faults' in card || 'email' in emailFault) {
    return again({ ...emailFault, ...('faults' in card ? card.faults : {}) });
  }
  try {
    const result = paySession(sandbox, session, card.method, {
      email: needsEmail ? typed.email : buyer.email,
      name: typed.name || buyer.name,
      postalCode: typed.zip || null,
    });
    if (result.outcome === 'complete') return { redirect: successAddress(session) };
    if (result.outcome === 'requires_action') return { redirect: result.url };
    return again(faultsOf(result.error));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return again(faultsOf(error));
  }
}

export const checkoutPages: Page[] = [
  { method: 'GET', path: '/c/pay/{id}', handle: show },
  { method: 'POST', path: '/c/pay/{id}', handle: pay },
];
