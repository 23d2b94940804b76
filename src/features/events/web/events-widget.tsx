/** The home page's calendar: this month with today and its event days, and the next two events. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { dayOf, formatShortDate, formatTime, monthOf } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useNear } from '#web/ui/use-near.ts';
import { eventDaysQuery, upcomingEventsQuery, type WidgetEvent } from './event-queries.ts';
import { MonthCalendar } from './month-calendar.tsx';

const shownEvents = 2;

const dayLink = (date: string) => `/events?day=${date}`;

export function EventsWidget({ timeZone }: { timeZone: string }) {
  const upcoming = useQuery(upcomingEventsQuery);
  // The time at which the server read the events. The browser uses the same time, so that both mark the same
  // day as today.
  const readAt = upcoming.dataUpdatedAt === 0 ? Date.now() : upcoming.dataUpdatedAt;
  const today = dayOf(new Date(readAt), timeZone);
  const month = monthOf(new Date(readAt), timeZone);
  const place = useRef<HTMLElement>(null);
  const isNear = useNear(place);
  const inMonth = useQuery({ ...eventDaysQuery(undefined), refetchOnMount: true, enabled: isNear });
  return (
    <section
      ref={place}
      aria-labelledby="upcoming-events"
      className="rounded-card border border-line bg-card p-3 shadow-card"
    >
      <h2 id="upcoming-events" className="px-2 pt-2 text-21">
        Upcoming Events
      </h2>
      <div className="mt-3 min-h-72">
        <MonthCalendar
          month={month}
          today={today}
          titlesByDay={titlesByDay(upcoming.data ?? [], inMonth.data ?? [], today, timeZone)}
          dayLink={dayLink}
        />
      </div>
      <div className="px-2 pb-2">
        <NextEvents events={upcoming.data} failed={upcoming.isError} timeZone={timeZone} />
        <Link to="/events" className="mt-4 inline-flex min-h-11 items-center font-semibold">
          View All Events
        </Link>
      </div>
    </section>
  );
}

/**
 * Titles by day, for today and later days. The next events are known as the page arrives, the other days of the
 * month a moment later, when somebody comes near.
 */
function titlesByDay(
  next: readonly WidgetEvent[],
  inMonth: readonly { day: string; titles: string[] }[],
  today: string,
  timeZone: string,
): Map<string, string[]> {
  const titles = new Map<string, string[]>();
  for (const event of next) {
    const day = dayOf(event.startDate, timeZone);
    titles.set(day, [...(titles.get(day) ?? []), event.title]);
  }
  for (const { day, titles: ofDay } of inMonth) titles.set(day, ofDay);
  return new Map([...titles].filter(([day]) => day >= today));
}

function NextEvents({
  events,
  failed,
  timeZone,
}: {
  events: WidgetEvent[] | undefined;
  failed: boolean;
  timeZone: string;
}) {
  if (failed) {
    return (
      <div className="mt-4 text-16 text-ink-soft">
        <p>Failed to fetch events</p>
        <p>Reload the page to try again.</p>
      </div>
    );
  }
  if (events === undefined) {
    return (
      <div role="status" className="mt-4 grid gap-3">
        <span className="sr-only">Loading events</span>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (events.length === 0) return <p className="mt-4 text-16 text-ink-soft">No upcoming events</p>;
  return (
    <ul className="mt-4 grid gap-3">
      {events.slice(0, shownEvents).map((event) => (
        <li key={event.id}>
          <Link
            to={`/events/${event.slug}`}
            className="flex items-center gap-3 rounded-control text-ink no-underline hover:underline"
          >
            <span className="numbers w-16 shrink-0 rounded-control bg-ground-deep py-2 text-center text-14 font-semibold">
              {formatShortDate(event.startDate, timeZone)}
            </span>
            <span>
              <span className="block leading-snug font-semibold">{event.title}</span>
              <span className="numbers block text-14 text-ink-soft">
                {event.allDay ? 'All day' : formatTime(event.startDate, timeZone)}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
