import { clsx } from 'clsx';
import { formatMonth, monthGrid } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';

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
  /** The day whose events are shown, if any. */
  chosen?: string | undefined;
  /** Without a caption, something above the calendar names the month. */
  hasCaption?: boolean;
}

/** A month with today and its event days; an event day links to its events. */
export function MonthCalendar({ month, today, titlesByDay, dayLink, chosen, hasCaption = true }: MonthCalendarProps) {
  return (
    <table className="numbers w-full table-fixed text-center text-16">
      <caption className={hasCaption ? 'px-2 pb-2 text-left font-display text-18 font-semibold' : 'sr-only'}>
        {formatMonth(month)}
      </caption>
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
              <td key={date} className="p-0">
                {inMonth ? (
                  <Day
                    day={day}
                    isToday={date === today}
                    isPast={date < today}
                    isChosen={date === chosen}
                    titles={titlesByDay.get(date)}
                    to={dayLink(date)}
                  />
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
  isPast,
  isChosen,
  titles,
  to,
}: {
  day: number;
  isToday: boolean;
  isPast: boolean;
  isChosen: boolean;
  titles: readonly string[] | undefined;
  to: string;
}) {
  const look = clsx(
    'relative grid h-10 place-items-center rounded-control',
    isToday && 'bg-tile font-semibold text-on-tile',
    titles &&
      !isToday &&
      (isPast ? 'text-ink ring-1 ring-line' : 'bg-gold-ground font-semibold text-ink ring-1 ring-gold-line'),
    isChosen && 'outline-2 outline-offset-1 outline-action',
  );
  const face = (
    <span className={look}>
      {day}
      {isToday ? <span className="sr-only"> (today)</span> : null}
      {titles ? <span className="sr-only">: {titles.join(', ')}</span> : null}
      {isToday && titles ? (
        <span aria-hidden="true" className="absolute bottom-1 size-1.5 rounded-full bg-current" />
      ) : null}
    </span>
  );
  // The link fills the cell: a finger needs 44 px, the mark has a little air around it.
  const cell = 'block h-11 p-0.5';
  if (titles === undefined) {
    return (
      <span className={cell} aria-current={isToday ? 'date' : undefined}>
        {face}
      </span>
    );
  }
  return (
    <Link
      to={to}
      className={`${cell} no-underline hover:underline`}
      aria-current={isChosen ? 'page' : isToday ? 'date' : undefined}
      title={titles.join(', ')}
    >
      {face}
    </Link>
  );
}
