import { laterClass } from '#web/later.ts';
import type { groupByDay } from '../event-days.ts';
import type { ListRow } from './event-list-query.ts';
import { EventRow } from './event-row.tsx';

interface EventMonthsProps {
  months: ReturnType<typeof groupByDay<ListRow>>;
  /** False when the page's own heading names the time. With them the list has no end, and a series stands in it once. */
  hasHeadings: boolean;
  timeZone: string;
  /** '2026-07-04' */
  today: string;
}

/** A list of events by month and day; each day has its date as an anchor. */
export function EventMonths({ months, hasHeadings, timeZone, today }: EventMonthsProps) {
  return months.map(({ month, label, days }, place) => (
    <section key={month} aria-labelledby={hasHeadings ? month : undefined} className={laterClass(place, steps)}>
      {hasHeadings ? (
        <h3 id={month} className="mt-5 mb-2 text-21">
          {label}
        </h3>
      ) : (
        <div className="mt-4" />
      )}
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {days.map(({ day, label: date, events }) => (
          <ul key={day} id={day} aria-label={date} className="scroll-mt-24">
            {events.map((event) => (
              <li key={event.id}>
                <EventRow
                  event={event}
                  timeZone={timeZone}
                  today={today}
                  level={hasHeadings ? 4 : 3}
                  isOnce={hasHeadings}
                />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  ));
}

const steps = { atOnce: 2, each: 1 };
