import { CalendarPlus } from 'lucide-react';
import { formatLongDate } from '#shared/dates.ts';
import type { EventDetail } from '../page-contract.ts';
import { hoursText, whenText } from '../when-text.ts';

/** The next dates of a series, each with its own file for a calendar. */
export function EventTimesList({
  event,
  timeZone,
  thisYear,
}: {
  event: EventDetail;
  timeZone: string;
  thisYear: string;
}) {
  const { allDay, times } = event;
  return (
    <section aria-labelledby="dates">
      <h2 id="dates" className="text-26">
        Next dates
      </h2>
      <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-card">
        {times.map((time) => {
          const isOff = time.status !== 'scheduled';
          const day = formatLongDate(time.startDate, timeZone, thisYear);
          const former = time.previousStartDate;
          const details = [
            former && `Moved from ${whenText({ startDate: former, endDate: null, allDay }, timeZone, thisYear)}`,
            time.title !== event.title && time.title,
            time.location !== event.location && time.location,
            time.note,
          ].filter(Boolean);
          return (
            <li key={time.id} className="flex items-center gap-3 px-4 py-1.5">
              <p className="numbers min-w-0 flex-1 py-1 text-16 leading-snug wrap-anywhere">
                <span className={isOff ? 'line-through' : undefined}>
                  <time dateTime={time.startDate} className="font-semibold">
                    {day}
                  </time>
                  {', '}
                  <span className="inline-block">{hoursText({ ...time, allDay }, timeZone, thisYear)}</span>
                </span>
                {isOff ? (
                  <strong className="text-danger"> {time.status === 'cancelled' ? 'Canceled' : 'Postponed'}</strong>
                ) : null}
                {details.length > 0 ? <span className="block text-14 text-ink-soft">{details.join(' · ')}</span> : null}
              </p>
              {isOff ? null : (
                <a
                  href={`/events/${time.id}.ics`}
                  download
                  className="grid size-11 shrink-0 place-items-center rounded-control text-link hover:bg-ground-deep"
                >
                  <CalendarPlus aria-hidden="true" size={20} />
                  <span className="sr-only">Add {day} to calendar</span>
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
