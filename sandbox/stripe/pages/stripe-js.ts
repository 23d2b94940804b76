/** Stripe.js, and the frames it puts into a site's page. */
import { join } from 'node:path';
import type { Page, PageAnswer, PageCall } from '../engine/resource.ts';
import { readScript } from './assets.ts';
import { cardFields } from './card-fields.ts';
import { html } from './html.ts';
import { page } from './layout.ts';

const folder = join(import.meta.dirname, '../stripe-js');
/** In this order each part needs only parts before it. */
const parts = ['frame-link.ts', 'payment-element.ts', 'challenge-overlay.ts', 'stripe.ts'];

/** Joins the modules into one classic script. They must not declare the same name twice. */
function bundle(): string {
  const bodies = parts.map((name) =>
    readScript(join(folder, name))
      .replace(/^import [^;]*;$/gm, '')
      .replace(/^export (?=const|class|function|async)/gm, ''),
  );
  return `(() => {\n'use strict';\n${bodies.join('\n')}\n})();\n`;
}

function script(): PageAnswer {
  return {
    type: 'text/javascript; charset=utf-8',
    body: bundle(),
    headers: { 'cache-control': 'max-age=60', 'access-control-allow-origin': '*' },
  };
}

function frame({ id }: PageCall): PageAnswer {
  if (id !== 'card' && id !== 'controller') return { status: 404, type: 'text/plain', body: 'There is no such frame.' };
  const form = html`<form autocomplete="on" novalidate aria-label="Card">${cardFields({})}</form>`;
  return page({
    title: 'Secure payment input frame',
    shape: 'frame',
    scripts: ['card-frame.ts'],
    body: html`<main class="card-frame">${id === 'card' && form}</main>`,
  });
}

export const stripeJsPages: Page[] = [
  { method: 'GET', path: '/endive/stripe.js', handle: script },
  { method: 'GET', path: '/elements/{id}', handle: frame },
];
