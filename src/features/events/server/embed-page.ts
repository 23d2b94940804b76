/**
 * A small page with the coming events, for frames on other sites: no script, no cookies; links open this
 * site.
 */
import { createHash } from 'node:crypto';
import type { Services } from '#server/http/serve.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';
import type { EventOccurrence } from '../contract.ts';
import { whenText } from '../when-text.ts';
import { listOccurrences } from './list-occurrences.ts';

const shown = 20;

// The policy allows this style by its hash. Nothing else can style the page, and the page loads nothing.
const style =
  'body{margin:0;padding:12px;font:16px/1.5 "Source Sans 3",system-ui,sans-serif;color:#2b2622;background:#fffdf8}' +
  'h1{margin:0 0 8px;font:600 20px/1.3 Fraunces,Georgia,serif}ul{margin:0;padding:0;list-style:none}' +
  'li{padding:10px 0;border-top:1px solid #d9d0c2}a{color:#2b4a8b}strong{display:block}p{margin:12px 0 0}' +
  '@media(prefers-color-scheme:dark){body{color:#efe9dc;background:#1a211c}li{border-color:#3d463f}a{color:#a9c1f5}}';

export const embedPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

export async function embedPage(
  { db, city, env, now }: Services,
  category?: EventOccurrence['category'],
): Promise<string> {
  const { name, region, timeZone, language } = city.facts;
  const { occurrences } = await listOccurrences(db, { now: now(), timeZone, category, onlyNext: true, limit: shown });
  const page = `${env.siteUrl}/events`;
  const title = `Events in ${name}, ${region}`;
  const thisYear = String(now().getUTCFullYear());
  const link = (address: string, text: string) =>
    `<a href="${escapeMarkup(address)}" target="_blank" rel="noopener">${escapeMarkup(text)}</a>`;
  const items = occurrences.map((event) => {
    const when = whenText(event, timeZone, thisYear);
    const mark = { scheduled: '', cancelled: 'Canceled: ', postponed: 'Postponed: ' }[event.status];
    const place = event.location ? ` · ${escapeMarkup(event.location)}` : '';
    return `<li><strong>${link(`${page}/${event.slug}`, mark + event.title)}</strong><time datetime="${event.startDate}">${escapeMarkup(when)}</time>${place}</li>`;
  });
  return [
    `<!doctype html><html lang="${escapeMarkup(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeMarkup(title)}</title><style>${style}</style></head><body><main><h1>${escapeMarkup(title)}</h1>`,
    items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No events scheduled</p>',
    `<p>${link(page, 'All events')}</p></main></body></html>`,
  ].join('');
}
