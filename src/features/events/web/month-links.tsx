import { clsx } from 'clsx';
import { Link } from 'react-router';
import { addMonths, formatMonth } from '#shared/dates.ts';

const monthsAhead = 4;
const chip = 'inline-flex min-h-11 items-center rounded-full border px-4 text-16 no-underline';

/** Links to all coming events and to single months; `first` is the current month, as '2026-07'. */
export function MonthLinks({ month, first }: { month: string | undefined; first: string }) {
  const months = Array.from({ length: monthsAhead }, (_, ahead) => addMonths(first, ahead));
  const look = (isCurrent: boolean) =>
    clsx(
      chip,
      isCurrent ? 'border-action bg-action text-on-action' : 'border-line-strong bg-card text-ink hover:bg-ground-deep',
    );
  return (
    <nav aria-label="Months" className="my-6">
      <ul className="flex flex-wrap gap-2">
        <li>
          <Link
            to="/events"
            aria-current={month === undefined ? 'page' : undefined}
            className={look(month === undefined)}
          >
            Upcoming
          </Link>
        </li>
        {months.map((one) => (
          <li key={one}>
            <Link
              to={`/events?month=${one}`}
              aria-current={one === month ? 'page' : undefined}
              className={look(one === month)}
            >
              {formatMonth(one)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
