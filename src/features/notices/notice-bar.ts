/**
 * The bars above every page, as HTML. They stand outside of the page's root: they cost no page any script, are
 * there before any arrives, and stay through every navigation. Server and browser write the same HTML.
 */
import { formatLongDate, formatTime } from '#shared/dates.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';
import type { Notice, Severity } from './contract.ts';

export const noticesId = 'town-notices';

const names: Record<Severity, string> = { info: 'Notice', warning: 'Warning', emergency: 'Emergency' };
export const severityName = (severity: Severity) => names[severity];

/** Names what a bar shows: a page with the same mark needs no change. */
export const noticesMark = (notices: readonly Notice[]) =>
  notices.map(({ id, version }) => `${id}.${version}`).join(' ');

/** '' without notices. @param notices those that are up now, the most severe first */
export function noticeBar(notices: readonly Notice[], timeZone: string): string {
  if (notices.length === 0) return '';
  const bars = notices.map((notice) => oneBar(notice, timeZone)).join('');
  return `<aside id="${noticesId}" class="town-notices" aria-label="Town notices" data-mark="${noticesMark(notices)}">${bars}</aside>`;
}

/** An emergency interrupts a screen reader; anything else is read when it has finished. */
function oneBar({ id, severity, text, url, label, endsAt }: Notice, timeZone: string): string {
  const role = severity === 'emergency' ? 'alert' : 'status';
  const until = endsAt === null ? '' : ` data-until="${escapeMarkup(endsAt)}"`;
  const end =
    endsAt === null
      ? ''
      : ` <span class="town-notice-end">Until ${formatLongDate(endsAt, timeZone)}, ${formatTime(endsAt, timeZone)}.</span>`;
  const link = url === null ? '' : ` <a href="${escapeMarkup(url)}">${escapeMarkup(label ?? 'Read more')}</a>`;
  return `<div class="town-notice" id="notice-${id}" role="${role}" data-severity="${severity}"${until}><p><strong>${names[severity]}:</strong> ${escapeMarkup(text)}${end}${link}</p></div>`;
}
