/** An invoice to look at and to print. */
import type { Page, PageAnswer, PageCall } from '../engine/resource.ts';
import { html } from './html.ts';
import { date, money, notice, page } from './layout.ts';

function show({ sandbox, id }: PageCall): PageAnswer {
  const invoice = sandbox.store.invoices.find(id);
  if (!invoice || invoice.status === 'draft') {
    return notice('Something went wrong', 'There is no such invoice.', undefined, 404);
  }
  const { currency, status, lines, number } = invoice;
  const words: Record<string, string> = { paid: 'Paid', open: 'Not paid yet', void: 'Void', uncollectible: 'Not paid' };
  return page({
    title: `Invoice ${number}`,
    shape: 'narrow',
    body: html`<main class="card">
<h1>Invoice ${number}</h1>
<p>${date(invoice.created)} · ${words[status ?? ''] ?? status}</p>
<p class="quiet">${invoice.customer_name} ${invoice.customer_email}</p>
<dl class="lines">
${lines.data.map((line) => html`<div><dt>${line.description}<br><span class="quiet">${date(line.period.start)} to ${date(line.period.end)}</span></dt><dd>${money(line.amount, currency)}</dd></div>`)}
<div class="total"><dt>${status === 'paid' ? 'Paid' : 'Due'}</dt><dd>${money(invoice.total, currency)}</dd></div>
</dl>
</main>`,
  });
}

export const invoicePages: Page[] = [
  { method: 'GET', path: '/i/{id}', handle: show },
  { method: 'GET', path: '/i/{id}/pdf', handle: show },
];
