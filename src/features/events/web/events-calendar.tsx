import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addMonths, formatMonth } from '#shared/dates.ts';
import { Link } from '#web/router/link.tsx';
import { type EventsAddress, eventsPath, monthAsked } from './event-address.ts';
import { eventDaysQuery } from './event-queries.ts';
import { MonthCalendar } from './month-calendar.tsx';

const monthsAhead = 12;

interface EventsCalendarProps {
  /** '2026-07' */
  month: string;
  /** '2026-07-04' */
  today: string;
  asked: EventsAddress;
}

/** A month beside the list: a day leads to its events, the title to the month's. */
export function EventsCalendar({ month, today, asked }: EventsCalendarProps) {
  const { day, category, free } = asked;
  const { data } = useQuery(eventDaysQuery(monthAsked(asked)));
  const thisMonth = today.slice(0, 7);
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <Step
          to={before >= thisMonth ? eventsPath({ month: before, category, free }) : null}
          label={formatMonth(before)}
        >
          <Arrow points="M15 6l-6 6 6 6" />
        </Step>
        <Link
          to={eventsPath({ month, category, free })}
          className="inline-flex min-h-11 items-center px-2 font-display text-18 font-semibold"
        >
          {formatMonth(month)}
        </Link>
        <Step
          to={after <= addMonths(thisMonth, monthsAhead) ? eventsPath({ month: after, category, free }) : null}
          label={formatMonth(after)}
        >
          <Arrow points="M9 6l6 6-6 6" />
        </Step>
      </div>
      <MonthCalendar
        month={month}
        today={today}
        chosen={day}
        hasCaption={false}
        titlesByDay={new Map(data?.map(({ day: one, titles }) => [one, titles]))}
        dayLink={(date) => eventsPath({ day: date, category, free })}
      />
    </div>
  );
}

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  const className = 'grid size-11 place-items-center rounded-control';
  if (to === null) return <span className={className} />;
  return (
    <Link to={to} className={`${className} border border-line text-ink hover:bg-ground-deep`}>
      {children}
      <span className="sr-only">Events in {label}</span>
    </Link>
  );
}

/** Drawn here: the icon of the set would become a file of its own that the home page loads, too. */
function Arrow({ points }: { points: string }) {
  return (
    <svg
      aria-hidden="true"
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
    >
      <path d={points} />
    </svg>
  );
}
