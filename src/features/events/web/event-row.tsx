import { dateBadge, dayOf, formatLongDate, formatShortDate } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import { CleanHtml } from '#web/ui/clean-html.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { nearDay } from '../event-days.ts';
import { hoursText, whenText } from '../when-text.ts';
import { EventBadge } from './event-badge.tsx';
import type { ListRow } from './event-list-query.ts';
import { EventMarks } from './event-marks.tsx';

interface EventRowProps {
  event: ListRow;
  timeZone: string;
  /** '2026-07-04' */
  today: string;
  /** The heading above the row is one level higher. */
  level: 3 | 4;
  /** The list has a series once. */
  isOnce: boolean;
}

/** One event in a list: what, when and where; the whole row leads to the event's page. */
export function EventRow({ event, timeZone, today, level, isOnce }: EventRowProps) {
  const Heading = level === 3 ? 'h3' : 'h4';
  const thisYear = today.slice(0, 4);
  const near = nearDay(dayOf(event.startDate, timeZone), today);
  return (
    <article className="relative flex gap-3 px-3 py-2.5 hover:bg-ground-deep sm:gap-5 sm:px-5 sm:py-3">
      <EventBadge startDate={event.startDate} timeZone={timeZone} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <Heading id={event.id} className="scroll-mt-24 text-18 leading-snug">
            <Link
              to={`/events/${event.slug}`}
              className="text-ink no-underline after:absolute after:inset-0 after:content-[''] hover:underline"
            >
              {event.title}
            </Link>
          </Heading>
          <p className="flex flex-wrap gap-1.5">
            <EventMarks event={event} />
          </p>
        </div>
        <p className="numbers mt-0.5 text-16 leading-snug">
          {near ? <strong className="text-accent">{near}: </strong> : null}
          <time dateTime={event.startDate}>{formatLongDate(event.startDate, timeZone, thisYear)}</time>
          {', '}
          <span className="inline-block font-semibold">{hoursText(event, timeZone, thisYear)}</span>
          {event.location ? (
            <span className="text-ink-soft max-sm:block">
              <span className="max-sm:hidden"> · </span>
              {event.location}
            </span>
          ) : null}
        </p>
        <Remarks event={event} timeZone={timeZone} thisYear={thisYear} isOnce={isOnce} />
        <CleanHtml html={event.description} className="event-lead mt-0.5 text-16 text-ink-soft" />
      </div>
      {event.imageUrl ? (
        <div className="shrink-0 max-md:hidden">
          <Picture
            src={event.imageUrl}
            alt=""
            sizes="8rem"
            className="h-20 w-32 rounded-control border border-line object-cover"
          />
        </div>
      ) : null}
    </article>
  );
}

/** Says how it repeats, which other days of its week are off, and what is different this time. */
function Remarks({
  event,
  timeZone,
  thisYear,
  isOnce,
}: {
  event: ListRow;
  timeZone: string;
  thisYear: string;
  isOnce: boolean;
}) {
  const { previousStartDate: former, allDay, repeats, alsoOn, note } = event;
  const days = (isOff: boolean) =>
    alsoOn
      .filter(({ status }) => (status === 'cancelled') === isOff)
      .map(({ startDate }) => `${dateBadge(startDate, timeZone).weekday} ${formatShortDate(startDate, timeZone)}`)
      .join(', ');
  const also = days(false);
  const off = event.status === 'cancelled' ? '' : days(true);
  const series = [
    repeats ?? (also && `Also ${also}`),
    off && `Not ${off} (canceled)`,
    isOnce && event.recurring && 'More dates on its page',
  ].filter(Boolean);
  const formerDate = former && whenText({ startDate: former, endDate: null, allDay }, timeZone, thisYear);
  return (
    <>
      {series.length > 0 ? <p className="mt-0.5 text-14 text-ink-soft">{series.join(' · ')}</p> : null}
      {note || formerDate ? (
        <p className="mt-1 w-fit rounded-control bg-gold-ground px-2 py-0.5 text-14">
          {formerDate ? `New date. It was to be on ${formerDate}. ` : null}
          {note}
        </p>
      ) : null}
    </>
  );
}

export function EventRowSkeleton() {
  return (
    <div className="flex gap-5 rounded-card border border-line bg-card p-4">
      <Skeleton className="h-14 w-14" />
      <div className="flex-1">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="mt-2 h-5 w-1/2" />
        <Skeleton className="mt-2 h-5 w-3/4" />
      </div>
    </div>
  );
}
