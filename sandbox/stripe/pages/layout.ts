/** The layout of every sandbox page. */
import type { PageAnswer } from '../engine/resource.ts';
import { type Html, html } from './html.ts';

interface Layout {
  title: string;
  /** 'wide' has two columns, 'narrow' is one card, 'frame' fills the frame around it. */
  shape: 'wide' | 'narrow' | 'frame';
  body: Html;
  /** File names in ./browser, loaded as modules. */
  scripts?: string[];
  status?: number;
  /** Where the page's forms may lead. The browser follows a form's redirect to these origins only. */
  formTargets?: (string | null | undefined)[];
}

const originOf = (address: string | null | undefined) =>
  address && URL.canParse(address) ? new URL(address).origin : '';

export function page({ title, shape, body, scripts = [], status = 200, formTargets = [] }: Layout): PageAnswer {
  const text = html`<!doctype html>
<html lang="en" data-shape="${shape}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/page.css">
<link rel="stylesheet" href="/assets/form.css">
<link rel="stylesheet" href="/assets/portal.css">
${scripts.map((script) => html`<script type="module" src="/assets/browser/${script}"></script>\n`)}</head>
<body>${shape !== 'frame' && html`<header class="ribbon">Test payments: no real card is charged</header>`}
${body}
</body>
</html>
`.text;
  const targets = ["'self'", ...formTargets.map(originOf)].join(' ');
  return {
    status,
    body: text,
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action ${targets}; base-uri 'none'${shape === 'frame' ? '' : "; frame-ancestors 'self'"}`,
    },
  };
}

/** A page with a message. */
export function notice(title: string, text: string, link?: { text: string; href: string }, status = 200): PageAnswer {
  return page({
    title,
    shape: 'narrow',
    status,
    body: html`<main class="card"><h1>${title}</h1><p>${text}</p>${link && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}</main>`,
  });
}

/** Formats `2500` of `usd` as `$25.00`. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}

export function date(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000);
}
