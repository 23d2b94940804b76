/** An invoice or a receipt, for the screen and for printing. */
import type { Page, PageAnswer, PageCall } from '../engine/resource.ts';
import { html } from './html.ts';
import { date, money, notice, page } from './layout.ts';

function show({ sandbox, id }: PageCall): PageAnswer {
  const invoice = sandbox.store.invoices.find(id);
  if (!invoice || invoice.status === 'draft') {
    return notice('Something went wrong', 'There is no such invoice.', undefined, 404);
  }
  const { currency, status, lines, number, custom_fields: fields, footer } = invoice;
  const words: Record<string, string> = { paid: 'Paid', open: 'Not paid yet', void: 'Void', uncollectible: 'Not paid' };
  return page({
    title: `Invoice ${number}`,
    shape: 'narrow',
    body: html`<main class="card">
<h1>Invoice ${number}</h1>
<p>${date(invoice.created)} · ${words[status ?? ''] ?? status}</p>
<p class="quiet">${invoice.customer_name} ${invoice.customer_email}</p>
${fields?.map(({ name, value }) => html`<p>${name}: ${value}</p>`)}
<dl class="lines">
${lines.data.map((line) => html`<div><dt>${line.description}<br><span class="quiet">${date(line.period.start)} to ${date(line.period.end)}</span></dt><dd>${money(line.amount, currency)}</dd></div>`)}
<div class="total"><dt>${status === 'paid' ? 'Paid' : 'Due'}</dt><dd>${money(invoice.total, currency)}</dd></div>
</dl>
${footer && html`<p class="quiet">${footer}</p>`}
</main>`,
  });
}

function showReceipt({ sandbox, id }: PageCall): PageAnswer {
  const charge = sandbox.store.charges.find(id);
  if (!charge?.paid) return notice('Something went wrong', 'There is no such receipt.', undefined, 404);
  const { amount, amount_refunded: refunded, currency, payment_method_details: details } = charge;
  return page({
    title: 'Receipt',
    shape: 'narrow',
    body: html`<main class="card">
<h1>Receipt</h1>
<p>${date(charge.created)} · card ending in ${details?.card?.last4}</p>
<dl class="lines">
<div class="total"><dt>Paid</dt><dd>${money(amount, currency)}</dd></div>
${refunded > 0 && html`<div><dt>Refunded</dt><dd>${money(refunded, currency)}</dd></div>`}
</dl>
</main>`,
  });
}

export const invoicePages: Page[] = [
  { method: 'GET', path: '/i/{id}', handle: show },
  { method: 'GET', path: '/i/{id}/pdf', handle: show },
  { method: 'GET', path: '/receipts/{id}', handle: showReceipt },
];
