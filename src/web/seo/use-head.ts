/** Keeps the document's head: the server writes it before the page, a browser changes it with each page. */
import { useEffect } from 'react';
import { escapeMarkup } from '#shared/escape-markup.ts';

export type HeadTag = readonly [name: 'meta' | 'link', attributes: Readonly<Record<string, string>>];

let collected = '';

/** For the server: draws a page, and gives what it wants in the head. Nothing may wait in between. */
export function collectHead(draw: () => string): { head: string; body: string } {
  collected = '';
  const body = draw();
  return { head: collected, body };
}

const asMarkup = (title: string, tags: readonly HeadTag[]) =>
  `<title>${escapeMarkup(title)}</title>${tags
    .map(([name, attributes]) => {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
      return `<${name}${written.join('')}>`;
    })
    .join('')}`;

/** The tags that pages set; all others in the head belong to the document (src/app/pages/page-shell.ts). */
const ofPages = 'meta[property],meta[name]:not([name=viewport]),link[rel=canonical]';

function show(title: string, tags: readonly HeadTag[]): void {
  document.title = title;
  for (const old of document.head.querySelectorAll(ofPages)) old.remove();
  for (const [name, attributes] of tags) {
    const tag = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value);
    document.head.append(tag);
  }
}

/** Sets title and tags of the page that is shown. */
export function useHead(title: string, tags: readonly HeadTag[]): void {
  if (import.meta.env.SSR) collected = asMarkup(title, tags);
  const wanted = JSON.stringify([title, tags]);
  useEffect(() => show(...(JSON.parse(wanted) as Parameters<typeof show>)), [wanted]);
}
