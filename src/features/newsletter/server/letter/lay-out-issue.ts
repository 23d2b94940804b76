/**
 * Renders an issue as a mail: HTML that mail programs of any age can show (tables, inline styles), and the
 * same as text.
 */

import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import {
  darkMailStyles,
  mailInk,
  mailSans,
  mailSoft,
  oneLine,
  postalAddress,
  wrap,
} from '#server/mail/lay-out-letter.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';
import { htmlToText, type TextMarks } from '#shared/html-to-text.ts';
import type { FilledBlock, Item } from './collect-items.ts';
import { thumbnailMark } from './mail-pictures.ts';

/** Placeholders for each reader's own links. */
const placeholders = {
  unsubscribe: '%%unsubscribe%%',
  preferences: '%%preferences%%',
} as const;

export interface IssueLetter {
  subject: string;
  preheader: string;
  blocks: readonly FilledBlock[];
  /** The address of the issue on the web; null while it is a draft. */
  archiveUrl: string | null;
}

interface Place {
  city: CityPack;
  env: Env;
}

const serif = "Georgia,'Times New Roman',serif";
const sans = mailSans;
const ink = mailInk;
const soft = mailSoft;
const linkColor = '#43569c';

export function layOutIssueHtml(letter: IssueLetter, { city, env }: Place): string {
  const town = escapeMarkup(`${city.facts.name}, ${city.facts.region}`);
  const subject = escapeMarkup(oneLine(letter.subject));
  return [
    `<!doctype html><html lang="${escapeMarkup(city.facts.language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${subject}</title><style>${darkMailStyles}</style></head>`,
    `<body class="ground" style="margin:0;padding:0;background:#f6f0e4">`,
    letter.preheader === ''
      ? ''
      : `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeMarkup(letter.preheader)}</div>`,
    '<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f6f0e4"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">',
    `<tr><td class="soft" style="padding:0 8px 12px;font:600 15px/1.4 ${sans};color:${soft}"><a href="${escapeMarkup(env.siteUrl)}" style="color:${soft};text-decoration:none">${town}</a></td></tr>`,
    `<tr><td class="card" style="padding:28px 24px;background:#ffffff;border-radius:12px">`,
    `<h1 class="ink" style="margin:0 0 20px;font:600 30px/1.2 ${serif};color:${ink}">${subject}</h1>`,
    ...letter.blocks.map((block) => blockAsHtml(block, env.siteUrl)),
    '</td></tr>',
    `<tr><td class="soft" style="padding:20px 8px;font:14px/1.6 ${sans};color:${soft}">`,
    letter.archiveUrl === null ? '' : `${small(letter.archiveUrl, 'View this in your browser')}<br>`,
    `You get this because you subscribed to the newsletter of ${town}.<br>`,
    `${small(placeholders.preferences, 'Choose what you get')} · ${small(placeholders.unsubscribe, 'Unsubscribe')}<br><br>`,
    `${town}<br>${escapeMarkup(postalAddress(city))}`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('');
}

const small = (url: string, text: string) =>
  `<a href="${escapeMarkup(url)}" style="color:${soft};text-decoration:underline">${text}</a>`;

function blockAsHtml(block: FilledBlock, siteUrl: string): string {
  switch (block.type) {
    case 'heading':
      return `<h2 class="ink" style="margin:28px 0 10px;font:600 22px/1.3 ${serif};color:${ink}">${escapeMarkup(block.text)}</h2>`;
    case 'text':
      return `<div class="ink" style="font:16px/1.6 ${sans};color:${ink}">${styled(block.html, siteUrl)}</div>`;
    case 'picture':
      return block.src === ''
        ? ''
        : `<img src="${escapeMarkup(siteUrl + block.src)}" alt="${escapeMarkup(block.alt)}" width="552" style="display:block;width:100%;max-width:552px;height:auto;margin:16px 0;border:0;border-radius:8px">`;
    case 'items':
      return block.items.length === 0
        ? ''
        : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${block.items.map((item, place) => itemAsHtml(item, siteUrl, place === block.items.length - 1)).join('')}</table>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0"><tr><td class="button" style="border-radius:8px;background:#2f4a36"><a href="${escapeMarkup(absolute(block.url, siteUrl))}" style="display:inline-block;padding:13px 24px;font:600 16px/1.2 ${sans};color:#fbf7ee;text-decoration:none">${escapeMarkup(block.label)}</a></td></tr></table>`;
    case 'divider':
      return '<hr class="line" style="margin:28px 0;border:0;border-top:1px solid #e0d5c0">';
  }
}

function itemAsHtml({ title, detail, text, path, picture }: Item, siteUrl: string, isLast: boolean): string {
  const row = (name: string, size: string, content: string) =>
    content === ''
      ? ''
      : `<div class="${name}" style="font:${size} ${sans};color:${name === 'soft' ? soft : ink}">${escapeMarkup(content)}</div>`;
  const line = `border-bottom:${isLast ? 0 : 1}px solid #e0d5c0`;
  return [
    `<tr><td class="line" valign="top"${picture === null ? ' colspan="2"' : ''} style="padding:12px 0;${line}">`,
    `<a class="link" href="${escapeMarkup(siteUrl + path)}" style="font:600 17px/1.4 ${sans};color:${linkColor}">${escapeMarkup(title)}</a>`,
    row('soft', '15px/1.5', detail),
    row('ink', '15px/1.5', text),
    '</td>',
    picture === null
      ? ''
      : `<td class="line soft" valign="top" width="120" style="padding:14px 0 14px 12px;font:14px/1.4 ${sans};color:${soft};${line}"><img ${thumbnailMark} src="${escapeMarkup(siteUrl + picture.src)}" alt="${escapeMarkup(picture.alt)}" width="120" height="90" style="display:block;width:120px;height:90px;object-fit:cover;border:0;border-radius:8px"></td>`,
    '</tr>',
  ].join('');
}

const absolute = (url: string, siteUrl: string) => (url.startsWith('/') ? siteUrl + url : url);

const tagStyles: Record<string, string> = {
  p: 'margin:0 0 14px',
  h2: `margin:24px 0 8px;font:600 22px/1.3 ${serif}`,
  h3: `margin:20px 0 6px;font:600 19px/1.3 ${serif}`,
  h4: `margin:16px 0 6px;font:600 17px/1.3 ${serif}`,
  ul: 'margin:0 0 14px;padding-left:24px',
  ol: 'margin:0 0 14px;padding-left:24px',
  blockquote: 'margin:0 0 14px;padding-left:16px;border-left:3px solid #e0d5c0',
  img: 'display:block;max-width:100%;height:auto;border-radius:8px',
  a: `color:${linkColor}`,
};

/** Adds inline styles to cleaned HTML, which is well-formed and has no '<' in attributes. */
function styled(html: string, siteUrl: string): string {
  return withWholeAddresses(html, siteUrl).replace(
    /<(p|h[234]|ul|ol|blockquote|img|a)(?=[\s>/])/g,
    (tag, name: string) => `${tag} style="${tagStyles[name]}"`,
  );
}

/** Makes addresses absolute: in a mail '/events' leads nowhere. */
function withWholeAddresses(html: string, siteUrl: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${escapeMarkup(siteUrl)}/`);
}

const textMarks: TextMarks = {
  item: '* ',
  heading: '',
  rule: '- - -',
  picture: (alt) => (alt === '' ? '' : `[Picture: ${alt}]`),
};

export function layOutIssueText(letter: IssueLetter, { city, env }: Place): string {
  const town = `${city.facts.name}, ${city.facts.region}`;
  return [
    oneLine(letter.subject).toUpperCase(),
    ...letter.blocks.map((block) => blockAsText(block, env.siteUrl)).filter((text) => text !== ''),
    ...(letter.archiveUrl === null ? [] : [`Read this on the web:\n${letter.archiveUrl}`]),
    `-- \nYou get this because you subscribed to the newsletter of ${town}.`,
    `Choose what you get:\n${placeholders.preferences}`,
    `Unsubscribe:\n${placeholders.unsubscribe}`,
    `${town}\n${postalAddress(city)}\n${env.siteUrl}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function blockAsText(block: FilledBlock, siteUrl: string): string {
  switch (block.type) {
    case 'heading':
      return block.text === '' ? '' : `${block.text}\n${'='.repeat(Math.min(72, block.text.length))}`;
    case 'text':
      return wrap(htmlToText(withWholeAddresses(block.html, siteUrl), textMarks));
    case 'picture':
      return block.src === '' || block.alt === '' ? '' : wrap(`[Picture: ${block.alt}]`);
    case 'items':
      return block.items
        .map(({ title, detail, text, path }) =>
          [`* ${title}`, ...[detail, text].filter(Boolean).map(wrap), siteUrl + path].join('\n'),
        )
        .join('\n\n');
    case 'button':
      return `${block.label}:\n${absolute(block.url, siteUrl)}`;
    case 'divider':
      return '- - -';
  }
}

/**
 * Renders the issue for its page on the site, which has its own styles. The result still has to be cleaned.
 */
export function layOutIssueForArchive(blocks: readonly FilledBlock[]): string {
  return blocks.map(blockForArchive).join('\n');
}

function blockForArchive(block: FilledBlock): string {
  switch (block.type) {
    case 'heading':
      return `<h2>${escapeMarkup(block.text)}</h2>`;
    case 'text':
      return block.html;
    case 'picture':
      return block.src === ''
        ? ''
        : `<figure><img src="${escapeMarkup(block.src)}" alt="${escapeMarkup(block.alt)}"></figure>`;
    case 'items':
      return block.items.length === 0 ? '' : `<ul>${block.items.map(itemForArchive).join('')}</ul>`;
    case 'button':
      return `<p><strong><a href="${escapeMarkup(block.url)}">${escapeMarkup(block.label)}</a></strong></p>`;
    case 'divider':
      return '<hr>';
  }
}

function itemForArchive({ title, detail, text, path }: Item): string {
  const rest = [detail, text].filter(Boolean).map((part) => `<br>${escapeMarkup(part)}`);
  return `<li><a href="${escapeMarkup(path)}"><strong>${escapeMarkup(title)}</strong></a>${rest.join('')}</li>`;
}

/**
 * Makes one reader's copy. Links contain only letters, digits, '-', '_' and '=', so they fit HTML and text
 * alike.
 */
export function forReader(source: string, links: { unsubscribeUrl: string; preferencesUrl: string }): string {
  return source
    .replaceAll(placeholders.unsubscribe, () => links.unsubscribeUrl)
    .replaceAll(placeholders.preferences, () => links.preferencesUrl);
}
