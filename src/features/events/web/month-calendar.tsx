import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatMonth, monthGrid } from '#shared/dates.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface MonthCalendarProps {
  /** '2026-07' */
  month: string;
  /** '2026-07-04' */
  today: string;
  /** Titles of events by day. */
  titlesByDay: ReadonlyMap<string, readonly string[]>;
  /** The address of a day with events. */
  dayLink: (date: string) => string;
}

/** A month with today and its event days; an event day links to its events. */
export function MonthCalendar({ month, today, titlesByDay, dayLink }: MonthCalendarProps) {
  return (
    <table className="numbers w-full table-fixed text-center text-16">
      <caption className="pb-2 text-left font-display text-18 font-semibold">{formatMonth(month)}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" className="py-1 text-[min(0.875rem,4.4vw)] font-medium text-ink-soft">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthGrid(month).map((week) => (
          <tr key={week[0]?.date}>
            {week.map(({ date, day, inMonth }) => (
              <td key={date} className="p-0.5">
                {inMonth ? (
                  <Day day={day} isToday={date === today} titles={titlesByDay.get(date)} to={dayLink(date)} />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({
  day,
  isToday,
  titles,
  to,
}: {
  day: number;
  isToday: boolean;
  titles: readonly string[] | undefined;
  to: string;
}) {
  const className = clsx(
    'relative mx-auto grid h-10 w-full max-w-11 place-items-center rounded-control',
    isToday && 'bg-tile font-semibold text-on-tile',
    titles && !isToday && 'bg-gold-ground font-semibold text-ink ring-1 ring-gold-line',
  );
  const todayNote = isToday ? <span className="sr-only"> (today)</span> : null;
  if (titles === undefined) {
    return (
      <span className={className} aria-current={isToday ? 'date' : undefined}>
        {day}
        {todayNote}
      </span>
    );
  }
  return (
    <Link
      to={to}
      className={clsx(className, 'no-underline hover:underline')}
      aria-current={isToday ? 'date' : undefined}
      title={titles.join(', ')}
    >
      {day}
      {todayNote}
      <span className="sr-only">: {titles.join(', ')}</span>
      {isToday ? <span aria-hidden="true" className="absolute bottom-1 size-1.5 rounded-full bg-current" /> : null}
    </Link>
  );
}
