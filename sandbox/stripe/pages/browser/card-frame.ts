/**
 * Runs inside the frame that Stripe.js puts into a site's page: the card form, and the calls that need the
 * card.
 */
import type { Ask, Job, JobError, JobResult, Look, Tell } from '../../stripe-js/messages.ts';
import { type CardField, cardFaults, readExpiry } from '../card-rules.ts';
import { helpWithCard } from './card-form.ts';

/** The only page that this frame talks to. */
const site = new URLSearchParams(location.search).get('site') ?? '';

const form = document.querySelector('form');
const input = (name: CardField) => document.querySelector<HTMLInputElement>(`input[name=${name}]`);
const fields: readonly CardField[] = ['number', 'expiry', 'cvc'];
const values = () => ({
  number: input('number')?.value ?? '',
  expiry: input('expiry')?.value ?? '',
  cvc: input('cvc')?.value ?? '',
});

function tell(message: Tell): void {
  parent.postMessage({ sandbox: 'frame', ...message }, site);
}

function showFault(name: CardField, message: string | undefined): void {
  const field = input(name);
  const place = document.getElementById(`${name}-fault`);
  if (!field || !place) return;
  if (place.textContent !== (message ?? '')) place.textContent = message ?? '';
  if (message) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** Shows all errors and focuses the first; returns the error that Stripe.js reports. */
function check(): JobError | undefined {
  const faults = cardFaults(values(), new Date());
  for (const name of fields) showFault(name, faults[name]?.message);
  const first = fields.find((name) => faults[name]);
  const fault = first && faults[first];
  if (!first || !fault) return undefined;
  input(first)?.focus();
  return { type: 'validation_error', code: fault.code, message: fault.message };
}

async function call(method: 'GET' | 'POST', path: string, params: Record<string, string>): Promise<JobResult> {
  const text = new URLSearchParams(params);
  try {
    const answer = await fetch(method === 'GET' ? `${path}?${text}` : path, {
      method,
      ...(method === 'POST' && { body: text }),
    });
    const object = await answer.json();
    return answer.ok ? { object } : { error: object.error };
  } catch {
    const message = 'An error occurred with our connection to Stripe. Check your network and try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

function cardParams(prefix: string, billing: Record<string, string>): Record<string, string> {
  const { number, expiry, cvc } = values();
  const { month, year } = readExpiry(expiry) ?? { month: 0, year: 0 };
  const name = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`);
  const cardName = (key: string) => `${name('card')}[${key}]`;
  return {
    [name('type')]: 'card',
    [cardName('number')]: number.replace(/\D/g, ''),
    [cardName('exp_month')]: String(month),
    [cardName('exp_year')]: String(year),
    [cardName('cvc')]: cvc,
    ...Object.fromEntries(Object.entries(billing).map(([key, value]) => [`${name('billing_details')}${key}`, value])),
  };
}

const intentPath = (secret: string) => `/v1/payment_intents/${encodeURIComponent(secret.split('_secret_')[0] ?? '')}`;

async function work(job: Job): Promise<JobResult> {
  switch (job.do) {
    case 'check': {
      const error = check();
      return error ? { error } : { object: null };
    }
    case 'retrieve':
      return call('GET', intentPath(job.secret), { key: job.key, client_secret: job.secret });
    case 'create method': {
      const error = check();
      return error ? { error } : call('POST', '/v1/payment_methods', { key: job.key, ...cardParams('', job.billing) });
    }
    case 'confirm': {
      const own = { key: job.key, client_secret: job.secret };
      const path = `${intentPath(job.secret)}/confirm`;
      if (job.method !== undefined) return call('POST', path, { ...own, payment_method: job.method });
      const error = check();
      if (error) return { error };
      return call('POST', path, { ...own, ...cardParams('payment_method_data', job.billing) });
    }
    case 'refuse':
      // Accepts only the sandbox's own confirmation page.
      if (!job.challenge.startsWith(`${location.origin}/3ds/`)) return { object: null };
      await fetch(`${job.challenge}&framed=1`, { method: 'POST', body: new URLSearchParams({ answer: 'fail' }) });
      return { object: null };
  }
}

/** Maps Stripe's names of colors and shapes to our style variables. */
const lookNames: Record<string, string> = {
  colorPrimary: '--accent',
  colorBackground: '--card',
  colorText: '--text',
  colorTextSecondary: '--quiet',
  colorTextPlaceholder: '--quiet',
  colorDanger: '--danger',
  borderRadius: '--radius',
  fontFamily: '--font',
  fontSizeBase: '--size',
};

function dress(dark: boolean, look: Look): void {
  const { style } = document.documentElement;
  style.colorScheme = dark ? 'dark' : 'light';
  for (const [name, property] of Object.entries(lookNames)) {
    const value = look[name];
    if (value === undefined) style.removeProperty(property);
    else style.setProperty(property, value);
  }
}

function hear(ask: Ask): void {
  switch (ask.kind) {
    case 'look':
      dress(ask.dark, ask.look);
      break;
    case 'focus':
      input('number')?.focus();
      break;
    case 'blur':
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      break;
    case 'clear':
      form?.reset();
      tellChange();
      break;
    case 'call':
      void work(ask.job).then((result) => tell({ kind: 'answer', call: ask.call, result }));
  }
}

let lastChange = '';
function tellChange(): void {
  const typed = values();
  const empty = Object.values(typed).every((value) => value === '');
  const complete = Object.keys(cardFaults(typed, new Date())).length === 0;
  const change = JSON.stringify([empty, complete]);
  if (change === lastChange) return;
  lastChange = change;
  tell({ kind: 'change', empty, complete });
}

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== site || event.data?.sandbox !== 'site') return;
  hear(event.data as Ask);
});

if (form) {
  helpWithCard(form);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', (event) => {
    const name = (event.target as HTMLInputElement).name as CardField;
    // An error disappears as soon as it is corrected, and appears when the field is left.
    if (!cardFaults(values(), new Date())[name]) showFault(name, undefined);
    tellChange();
  });
  form.addEventListener('focusin', (event) => {
    if (!form.contains(event.relatedTarget as Node | null)) tell({ kind: 'focus' });
  });
  form.addEventListener('focusout', (event) => {
    const field = event.target as HTMLInputElement;
    const fault = cardFaults(values(), new Date())[field.name as CardField];
    if (field.value !== '' && fault) showFault(field.name as CardField, fault.message);
    if (!form.contains(event.relatedTarget as Node | null)) tell({ kind: 'blur' });
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell({ kind: 'escape' });
  });
  const main = document.querySelector('main');
  if (main) {
    new ResizeObserver(() => tell({ kind: 'height', height: Math.ceil(main.getBoundingClientRect().height) })).observe(
      main,
    );
  }
}
tell({ kind: 'ready' });
if (form) tellChange();
