import { useCity } from '#features/city-guide/web/city-queries.ts';
import { isInside } from '#features/maps/map-frame.ts';
import { StaticMap } from '#features/maps/web/static-map.tsx';
import { formatLongDate } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import { CleanHtml } from '#web/ui/clean-html.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { noticeSentences } from '../notice-sentences.ts';
import type { EventDetail } from '../page-contract.ts';
import { hoursText, whenText } from '../when-text.ts';
import { EventBadge } from './event-badge.tsx';
import { EventFacts } from './event-facts.tsx';
import { EventMarks } from './event-marks.tsx';
import { EventTimesList } from './event-times-list.tsx';

interface EventViewProps {
  event: EventDetail;
  timeZone: string;
  thisYear: string;
  /** '{city}, {region}' */
  town: string;
  /** The address of the page, in full. */
  url: string;
}

/** An event as its page shows it. */
export function EventView({ event, timeZone, thisYear, town, url }: EventViewProps) {
  const { title, description, imageUrl, imageAlt, isOver, recurring, times, status } = event;
  const hasDates = recurring && !isOver && times.length > 0;
  return (
    <article>
      <div className="flex gap-4 sm:gap-6">
        <EventBadge startDate={event.startDate} timeZone={timeZone} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="flex flex-wrap gap-2">
            <EventMarks event={event} />
          </p>
          <h1 className="mt-2 text-34 lg:text-46">{title}</h1>
          <p className="numbers mt-2 text-18 font-semibold lg:text-21">
            {recurring && !isOver && status !== 'cancelled' ? 'Next: ' : null}
            <time dateTime={event.startDate}>{formatLongDate(event.startDate, timeZone, thisYear)}</time>
            {', '}
            <span className="inline-block">{hoursText(event, timeZone, thisYear)}</span>
          </p>
        </div>
      </div>
      <Notices event={event} timeZone={timeZone} thisYear={thisYear} />
      <div className="mt-6 grid gap-8 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-12">
        <div className="grid content-start gap-8 max-lg:contents">
          <div className="max-lg:order-2">
            {imageUrl ? (
              <Picture
                src={imageUrl}
                alt={imageAlt ?? ''}
                sizes="(min-width: 73.75rem) 45rem, (min-width: 64rem) 60vw, 100vw"
                priority="high"
                className="mb-6 max-h-[28rem] w-full rounded-card object-cover"
              />
            ) : null}
            {description ? (
              <CleanHtml html={description} className="max-w-[66ch] lg:text-18" />
            ) : (
              <p className="text-ink-soft">No more is known yet.</p>
            )}
            {event.url ? (
              <p className="mt-4">
                <a href={event.url} rel="noopener" className="inline-flex min-h-11 items-center font-semibold">
                  More about it on {new URL(event.url).hostname.replace(/^www\./, '')}
                </a>
              </p>
            ) : null}
          </div>
          {hasDates ? null : (
            <div className="max-lg:order-3">
              <EventMap event={event} size="wide" />
            </div>
          )}
          {hasDates ? (
            <div className="max-lg:order-3">
              <EventTimesList event={event} timeZone={timeZone} thisYear={thisYear} />
            </div>
          ) : null}
        </div>
        <aside aria-label="Place and calendar" className="grid content-start gap-5 max-lg:order-1">
          <EventFacts
            event={event}
            town={town}
            share={{ title: `${title}: ${whenText(event, timeZone, thisYear)}`, url }}
          />
          {hasDates ? <EventMap event={event} size="card" /> : null}
        </aside>
      </div>
      <p className="mt-10 print:hidden">
        <Link to="/events" className="inline-flex min-h-11 items-center font-semibold">
          ← All events
        </Link>
      </p>
    </article>
  );
}

/**
 * The map stands where there is room: below a short text, or beside a list of dates. While there are no streets it shows the town's
 * outline, so a place out of town has none.
 */
function EventMap({ event, size }: { event: EventDetail; size: 'card' | 'wide' }) {
  const { latitude, longitude, location, title } = event;
  const { map } = useCity();
  if (latitude === null || longitude === null) return null;
  const shown = map.attribution === null ? (map.limits ?? map.bounds) : map.bounds;
  if (!isInside(shown, { latitude, longitude })) return null;
  return <StaticMap latitude={latitude} longitude={longitude} label={`Map: ${location || title}`} size={size} />;
}

/** Tells first that an event is over, off, or moved. */
function Notices({ event, timeZone, thisYear }: { event: EventDetail; timeZone: string; thisYear: string }) {
  const sentences = noticeSentences(event, timeZone, thisYear);
  return (
    <>
      {event.isOver ? (
        <p role="note" className="mt-6 rounded-card border border-line bg-ground-deep px-5 py-3">
          <strong>This event is over.</strong> <Link to="/events">See what is coming up</Link>
        </p>
      ) : null}
      {sentences.length > 0 ? (
        <p className="mt-6 rounded-card border border-gold-line bg-gold-ground px-5 py-3">{sentences.join(' ')}</p>
      ) : null}
    </>
  );
}
