/**
 * Writes events as an iCalendar file (RFC 5545): each occurrence is an entry of its own, in the city's local
 * time. There is no library in it, because the libraries write plain dates in the time zone of the machine
 * they run on (docs/decisions/0010-calendar-files.md).
 */
import { floatingMs } from '#shared/clock.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { plainText } from '#shared/html-to-text.ts';
import type { CalendarEntry } from './list-for-feed.ts';
import { stamp, timeZoneBlock } from './time-zone-block.ts';

interface CalendarOptions {
  name: string;
  timeZone: string;
  siteUrl: string;
}

export function calendarFile(entries: readonly CalendarEntry[], { name, timeZone, siteUrl }: CalendarOptions): string {
  const starts = entries.map((entry) => entry.startsAt.getTime());
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Alameda//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    // Outlook reads only this older name of the interval.
    'X-PUBLISHED-TTL:PT6H',
    ...(starts.length > 0 ? timeZoneBlock(timeZone, new Date(Math.min(...starts)), new Date(Math.max(...starts))) : []),
    ...entries.flatMap((entry) => eventBlock(entry, timeZone, siteUrl)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

const statusNames = { scheduled: 'CONFIRMED', cancelled: 'CANCELLED', postponed: 'TENTATIVE' } as const;

function eventBlock(entry: CalendarEntry, timeZone: string, siteUrl: string): string[] {
  const description = [
    entry.note ?? '',
    plainText(entry.description),
    entry.organizer ? `By ${entry.organizer}` : '',
    entry.url ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const changed = `${stamp(Math.floor(entry.updatedAt.getTime() / 1000) * 1000)}Z`;
  return [
    'BEGIN:VEVENT',
    `UID:${entry.id}@${new URL(siteUrl).hostname}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${entry.version - 1}`,
    ...times(entry, timeZone),
    `SUMMARY:${escapeText(entry.status === 'scheduled' ? entry.title : `${entry.title} (${entry.status})`)}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escapeText(entry.location)}`]),
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    `CATEGORIES:${escapeText(entry.category)}`,
    `STATUS:${statusNames[entry.status]}`,
    ...(entry.contact === null ? [] : [`CONTACT:${escapeText(entry.contact)}`]),
    ...priceLines(entry),
    ...(entry.latitude === null || entry.longitude === null ? [] : [`GEO:${entry.latitude};${entry.longitude}`]),
    `URL:${siteUrl}/events/${entry.slug}`,
    'END:VEVENT',
  ];
}

/** As calendars of other sites write it: the standard has no property for a price. */
function priceLines({ isFree, price }: CalendarEntry): string[] {
  if (isFree) return ['X-COST-TYPE:free'];
  return price === null ? [] : [`X-COST:${escapeText(price)}`];
}

/** For whole days, iCalendar's end is the day after the last. */
function times({ allDay, startsAt, endsAt }: CalendarEntry, timeZone: string): string[] {
  if (!allDay) {
    const at = (instant: Date) => `;TZID=${timeZone}:${stamp(floatingMs(instant, timeZone))}`;
    return [`DTSTART${at(startsAt)}`, ...(endsAt === null ? [] : [`DTEND${at(endsAt)}`])];
  }
  const first = dayOf(startsAt, timeZone);
  const lastMoment = endsAt && endsAt > startsAt ? new Date(endsAt.getTime() - 1) : startsAt;
  const digits = (day: string) => day.replaceAll('-', '');
  return [`DTSTART;VALUE=DATE:${digits(first)}`, `DTEND;VALUE=DATE:${digits(addDays(dayOf(lastMoment, timeZone), 1))}`];
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** Folds a line at 75 bytes, never inside a character. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (bytes + size > 74) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += char;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}
