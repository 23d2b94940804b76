/**
 * The design of the site's mails: text and simple HTML from the same parts, signed with the town and its
 * postal address.
 */

import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';

export type LetterPart =
  /** A paragraph. */
  | string
  | { label: string; url: string }
  /** A person's own words, line by line. */
  | { quote: string }
  | { facts: readonly (readonly [name: string, value: string])[] };

export interface Letter {
  subject: string;
  parts: readonly LetterPart[];
  /** For bulk mail: shown below the signature. */
  unsubscribeUrl?: string;
}

export interface LaidOutLetter {
  subject: string;
  text: string;
  html: string;
}

export function layOutLetter(city: CityPack, env: Env, letter: Letter): LaidOutLetter {
  const { facts } = city;
  const signature = [`${facts.name}, ${facts.region}`, postalAddress(city), env.siteUrl];
  const leave = letter.unsubscribeUrl;
  return {
    subject: oneLine(letter.subject),
    text: [
      ...letter.parts.map(partAsText),
      `-- \n${signature.join('\n')}`,
      ...(leave ? [`To get no more of these emails:\n${leave}`] : []),
    ]
      .join('\n\n')
      .concat('\n'),
    html: [
      '<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
      '<body style="margin:0;padding:24px;font:16px/1.6 Georgia,serif;color:#2b2622;background:#fffdf8">',
      `<div style="max-width:36em;margin:0 auto">${letter.parts.map(partAsHtml).join('')}`,
      '<p style="margin-top:32px;padding-top:16px;border-top:1px solid #d9d0c2;font-size:14px;color:#6b6159">',
      signature.slice(0, 2).map(escapeMarkup).join('<br>'),
      `<br><a style="color:inherit" href="${escapeMarkup(env.siteUrl)}">${escapeMarkup(env.siteUrl)}</a></p>`,
      leave
        ? `<p style="font-size:14px;color:#6b6159"><a style="color:inherit" href="${escapeMarkup(leave)}">Unsubscribe</a></p>`
        : '',
      '</div></body></html>',
    ].join(''),
  };
}

/** The postal address, which every bulk mail must contain by law: 'PO Box 100, San Antonio, TX 78200'. */
export function postalAddress({ facts }: CityPack): string {
  const { street, city, region, postalCode } = facts.contact.postalBox;
  return `${street}, ${city}, ${region} ${postalCode}`;
}

function partAsText(part: LetterPart): string {
  if (typeof part === 'string') return wrap(part);
  if ('url' in part) return `${part.label}:\n${part.url}`;
  if ('quote' in part) {
    return wrap(part.quote)
      .split('\n')
      .map((line) => `> ${line}`.trimEnd())
      .join('\n');
  }
  return part.facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n');
}

function partAsHtml(part: LetterPart): string {
  if (typeof part === 'string') return `<p>${escapeMarkup(part)}</p>`;
  if ('url' in part) {
    return `<p><a style="display:inline-block;padding:10px 18px;border-radius:6px;color:#fff;background:#8a4b2a;text-decoration:none" href="${escapeMarkup(part.url)}">${escapeMarkup(part.label)}</a></p>`;
  }
  if ('quote' in part) {
    return `<blockquote style="margin:16px 0;padding-left:16px;border-left:3px solid #d9d0c2">${escapeMarkup(part.quote).replace(/\r\n|\r|\n/g, '<br>')}</blockquote>`;
  }
  return `<p>${part.facts.map(([name, value]) => `<strong>${escapeMarkup(name)}:</strong> ${escapeMarkup(oneLine(value))}`).join('<br>')}</p>`;
}

/** Wraps at 72 characters where words allow it; existing line ends stay. */
export function wrap(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/(?=.{73})(.{1,72})\s+/g, '$1\n'))
    .join('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not get into a header
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** For header lines and names: replaces control characters, including line ends, with spaces. */
export function oneLine(text: string): string {
  return text.replace(controls, ' ').replace(/\s+/g, ' ').trim();
}
