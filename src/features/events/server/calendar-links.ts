/** Addresses that open an online calendar with the event filled in. */
import { floatingMs } from '#shared/clock.ts';
import { addDays, dayOf, isoWithOffset } from '#shared/dates.ts';
import { plainText } from '#shared/html-to-text.ts';
import { hourMs } from '#shared/times.ts';
import type { CalendarEntry } from './list-for-feed.ts';
import { stamp } from './time-zone-block.ts';

export const calendarServices = ['google', 'outlook'] as const;
export type CalendarService = (typeof calendarServices)[number];

/** Keeps the address short; the page has the rest of the description. */
const maxText = 800;
const defaultHours = 2;

export function calendarServiceUrl(
  entry: CalendarEntry,
  service: CalendarService,
  { timeZone, siteUrl }: { timeZone: string; siteUrl: string },
): string {
  const { title, location, allDay, startsAt } = entry;
  const endsAt = entry.endsAt ?? new Date(startsAt.getTime() + defaultHours * hourMs);
  const details = `${plainText(entry.description).slice(0, maxText)}\n\n${siteUrl}/events/${entry.slug}`.trim();
  const firstDay = dayOf(startsAt, timeZone);
  // In these addresses, as in iCalendar, the end of whole days is the day after the last.
  const lastMoment = entry.endsAt && entry.endsAt > startsAt ? new Date(entry.endsAt.getTime() - 1) : startsAt;
  const dayAfter = addDays(dayOf(lastMoment, timeZone), 1);
  if (service === 'google') {
    const dates = allDay
      ? `${firstDay}/${dayAfter}`.replaceAll('-', '')
      : [startsAt, endsAt].map((instant) => stamp(floatingMs(instant, timeZone))).join('/');
    const query = { action: 'TEMPLATE', text: title, dates, ctz: timeZone, location, details };
    return `https://calendar.google.com/calendar/render?${new URLSearchParams(query)}`;
  }
  const query = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: allDay ? firstDay : isoWithOffset(startsAt, timeZone),
    enddt: allDay ? dayAfter : isoWithOffset(endsAt, timeZone),
    allday: String(allDay),
    location,
    body: details,
  };
  return `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams(query)}`;
}
