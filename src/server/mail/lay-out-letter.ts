/**
 * The design of the site's mails: text and simple HTML from the same parts, signed with the town and its
 * postal address.
 */

import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';
import { type MailKind, mailKindNames } from '#shared/mail-kinds.ts';

export type LetterPart =
  /** A paragraph. */
  | string
  | { label: string; url: string }
  /** A person's own words, line by line. */
  | { quote: string }
  | { facts: readonly (readonly [name: string, value: string])[] };

/** For bulk and optional mail: shown below the signature. */
export interface LeaveLink {
  unsubscribeUrl?: string;
  /** The kind that the link stops; none: the newsletter. */
  optional?: { kind: MailKind };
}

export interface Letter extends LeaveLink {
  subject: string;
  parts: readonly LetterPart[];
}

export interface LaidOutLetter {
  subject: string;
  text: string;
  html: string;
}

export const mailSans = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const mailInk = '#22302a';
export const mailSoft = '#525f58';
const mailButton = '#2f4a36';

/**
 * The site's dark colors, for mail programs that support them. Others invert the light colors by themselves.
 */
export const darkMailStyles = `@media (prefers-color-scheme:dark){.ground{background:#151e19!important}.card{background:#1e2923!important}.ink,.ink *{color:#ede4d2!important}.soft,.soft *{color:#b9b5a5!important}.link,.ink a{color:#b3c0f2!important}.line{border-color:#34423a!important}.button{background:#a5c19b!important}.button a{color:#142019!important}}`;

export function layOutLetter(city: CityPack, env: Env, letter: Letter): LaidOutLetter {
  const { facts } = city;
  const signature = [`${facts.name}, ${facts.region}`, postalAddress(city), env.siteUrl];
  const leave = letter.unsubscribeUrl;
  const stop = letter.optional && `Stop emails about ${mailKindNames[letter.optional.kind]}`;
  return {
    subject: oneLine(letter.subject),
    text: [
      ...letter.parts.map(partAsText),
      `-- \n${signature.join('\n')}`,
      ...(leave ? [`${stop ?? 'To get no more of these emails'}:\n${leave}`] : []),
    ]
      .join('\n\n')
      .concat('\n'),
    html: [
      `<!doctype html><html lang="${escapeMarkup(facts.language)}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1">',
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
      `<style>${darkMailStyles}</style></head>`,
      `<body class="ground" style="margin:0;padding:24px 12px;background:#f6f0e4;font:16px/1.6 ${mailSans};color:${mailInk}">`,
      '<div style="max-width:600px;margin:0 auto">',
      `<p class="soft" style="margin:0;padding:0 8px 12px;font-size:15px;font-weight:600"><a style="color:${mailSoft};text-decoration:none" href="${escapeMarkup(env.siteUrl)}">${escapeMarkup(signature[0] ?? '')}</a></p>`,
      `<div class="card ink" style="padding:16px 24px;background:#ffffff;border-radius:12px">${letter.parts.map(partAsHtml).join('')}</div>`,
      `<p class="soft" style="margin:0;padding:20px 8px;font-size:14px;color:${mailSoft}">`,
      signature.slice(0, 2).map(escapeMarkup).join('<br>'),
      `<br><a style="color:inherit" href="${escapeMarkup(env.siteUrl)}">${escapeMarkup(env.siteUrl)}</a></p>`,
      leave
        ? `<p class="soft" style="margin:0;padding:0 8px;font-size:14px;color:${mailSoft}"><a style="color:inherit" href="${escapeMarkup(leave)}">${stop ?? 'Unsubscribe'}</a></p>`
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
    return `<p><span class="button" style="display:inline-block;border-radius:8px;background:${mailButton}"><a style="display:inline-block;padding:11px 20px;font-weight:600;color:#ffffff;text-decoration:none" href="${escapeMarkup(part.url)}">${escapeMarkup(part.label)}</a></span></p>`;
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
