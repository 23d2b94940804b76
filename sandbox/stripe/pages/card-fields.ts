/** The three fields of a card, as hosted pages and the payment form show them. */
import type { CardField } from './card-rules.ts';
import { type Html, html } from './html.ts';

interface Field {
  name: string;
  label: string;
  value?: string | undefined;
  fault?: string | undefined;
  autocomplete: string;
  inputmode?: 'numeric' | 'email';
  type?: 'email';
  placeholder?: string;
  /** Shown after the label. */
  note?: string;
}

export function field({ name, label, note, value, fault, autocomplete, inputmode, type, placeholder }: Field): Html {
  return html`<div class="field">
<label for="${name}">${label}${note && html` <span class="quiet">${note}</span>`}</label>
<input id="${name}" name="${name}" type="${type ?? 'text'}" value="${value}" autocomplete="${autocomplete}"${inputmode && html` inputmode="${inputmode}"`}${placeholder && html` placeholder="${placeholder}"`} aria-describedby="${name}-fault"${fault && html` aria-invalid="true"`}>
<p class="fault" id="${name}-fault" role="alert">${fault}</p>
</div>`;
}

export type CardFieldFaults = Partial<Record<CardField, string>>;

/** Card numbers are never sent back to the page: after a refusal they are typed again. */
export function cardFields(faults: CardFieldFaults): Html {
  return html`${field({ name: 'number', label: 'Card number', autocomplete: 'cc-number', inputmode: 'numeric', placeholder: '1234 1234 1234 1234', fault: faults.number })}
<div class="pair">
${field({ name: 'expiry', label: 'Expiration', autocomplete: 'cc-exp', inputmode: 'numeric', placeholder: 'MM / YY', fault: faults.expiry })}
${field({ name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', inputmode: 'numeric', placeholder: '123', fault: faults.cvc })}
</div>`;
}
