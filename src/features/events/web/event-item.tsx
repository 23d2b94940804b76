import { CalendarPlus, Clock, MapPin, Repeat } from 'lucide-react';
import { dateBadge, dayOf, formatLongDate } from '#shared/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CleanHtml } from '#web/ui/clean-html.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { EventOccurrence } from '../contract.ts';
import { hoursText, whenText } from '../when-text.ts';
import { eventCategoryLabels } from './event-labels.ts';

const notes = { scheduled: null, cancelled: 'Cancelled', postponed: 'Postponed' };

const linkClass = 'inline-flex min-h-11 items-center gap-2 no-underline hover:underline';

/** One occurrence of an event. The first one of a day carries the day's anchor. */
export function EventItem({
  event,
  timeZone,
  thisYear,
  isFirstOfDay,
}: {
  event: EventOccurrence;
  timeZone: string;
  /** '2026'. A date in another year shows its year. */
  thisYear: string;
  isFirstOfDay: boolean;
}) {
  const badge = dateBadge(event.startDate, timeZone);
  const category = eventCategoryLabels[event.category];
  const note = notes[event.status];
  const { previousStartDate: former, allDay } = event;
  const formerDate = former && whenText({ startDate: former, endDate: null, allDay }, timeZone, thisYear);
  return (
    <article
      id={isFirstOfDay ? dayOf(event.startDate, timeZone) : undefined}
      className="flex flex-wrap gap-4 rounded-card border border-line bg-card p-4 shadow-card sm:gap-6 sm:p-6 md:flex-nowrap"
    >
      <div
        aria-hidden="true"
        className="numbers h-fit w-16 shrink-0 overflow-hidden rounded-control border border-line text-center"
      >
        <div className="bg-tile py-0.5 text-14 font-semibold text-on-tile uppercase">{badge.month}</div>
        <div className="py-1 font-display text-26 font-semibold">{badge.day}</div>
        <div className="pb-1 text-14 text-ink-soft">{badge.weekday}</div>
      </div>
      <div className="min-w-[min(100%,10rem)] flex-1 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tint={category.tint}>{category.label}</Badge>
          {note ? <Badge tint="red">{note}</Badge> : null}
        </div>
        <h3 id={event.id} className="mt-2 scroll-mt-24 text-21 lg:text-26">
          {event.title}
        </h3>
        <p className="numbers mt-2 flex flex-wrap gap-x-5 gap-y-1 text-16">
          <span className="inline-flex gap-2">
            <Clock aria-hidden="true" size={17} className="mt-1 shrink-0 text-accent" />
            <span>
              <time dateTime={event.startDate}>{formatLongDate(event.startDate, timeZone, thisYear)}</time>
              {', '}
              <span className="inline-block">{hoursText(event, timeZone, thisYear)}</span>
            </span>
          </span>
          {event.location ? (
            <span className="inline-flex gap-2">
              <MapPin aria-hidden="true" size={17} className="mt-1 shrink-0 text-accent" />
              {event.location}
            </span>
          ) : null}
          {event.repeats ? (
            <span className="inline-flex gap-2">
              <Repeat aria-hidden="true" size={17} className="mt-1 shrink-0 text-accent" />
              {event.repeats}
            </span>
          ) : null}
        </p>
        {event.note || formerDate ? (
          <p className="mt-3 max-w-[66ch] rounded-control bg-gold-ground p-3 text-16">
            {formerDate ? `New date. It was to be on ${formerDate}. ` : null}
            {event.note}
          </p>
        ) : null}
        <CleanHtml html={event.description} className="mt-3 max-w-[66ch] text-16" />
        {event.organizer || event.contact ? (
          <p className="mt-3 text-16 text-ink-soft wrap-anywhere">
            {[event.organizer, event.contact].filter(Boolean).join(' · ')}
          </p>
        ) : null}
        {/* On a phone this line starts below the date too, except when letters are so large that it wraps
            below anyway. */}
        <p className="mt-2 flex flex-wrap gap-x-5 text-16 font-semibold max-sm:ml-[clamp(-5rem,(19.2rem-100vw)*99,0rem)] max-sm:gap-x-4">
          {event.url ? (
            <a href={event.url} rel="noopener" className={linkClass}>
              More about it<span className="sr-only">: {event.title}</span>
            </a>
          ) : null}
          <a href={`/events/${event.id}.ics`} download className={linkClass}>
            <CalendarPlus aria-hidden="true" size={17} />
            Add to calendar
            <span className="sr-only">: {event.title}</span>
          </a>
          {['Google', 'Outlook'].map((name) => (
            <a key={name} href={`/events/${event.id}/${name.toLowerCase()}`} rel="nofollow" className={linkClass}>
              {name}
              <span className="sr-only"> Calendar: {event.title}</span>
            </a>
          ))}
        </p>
      </div>
      {event.imageUrl ? (
        <div className="w-full shrink-0 md:w-56">
          <Picture
            src={event.imageUrl}
            alt={event.imageAlt ?? ''}
            sizes="(min-width: 48rem) 14rem, 100vw"
            className="h-48 w-full rounded-control object-cover md:h-40"
          />
        </div>
      ) : null}
    </article>
  );
}

export function EventItemSkeleton() {
  return (
    <div className="flex gap-6 rounded-card border border-line bg-card p-6">
      <Skeleton className="h-24 w-16" />
      <div className="flex-1">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="mt-3 h-8 w-2/3" />
        <Skeleton className="mt-3 h-5 w-1/2" />
        <Skeleton className="mt-4 h-16" />
      </div>
    </div>
  );
}
