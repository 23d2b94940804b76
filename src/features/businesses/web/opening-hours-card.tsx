import { clsx } from 'clsx';
import { formatLongDate } from '#shared/dates.ts';
import { Card } from '#web/ui/layout.tsx';
import type { Business } from '../contract.ts';
import { closureDays, type OpenState, openingDays } from '../opening-hours.ts';

/** @param state null until the browser knows the time */
export function OpeningHoursCard({
  hours,
  closures,
  holidays = [],
  state,
}: Pick<Business, 'hours' | 'closures' | 'holidays'> & { state: OpenState | null }) {
  if (hours === null && closures.length === 0) return null;
  const today = state?.weekday;
  return (
    <Card className="p-5 lg:p-6">
      <h2 id="hours" className="text-21">
        Opening hours
      </h2>
      {state ? (
        <p
          className={clsx('mt-1 font-semibold print:hidden', state.isOpen && 'tint-green text-[color:var(--tint-ink)]')}
        >
          {state.text}
        </p>
      ) : null}
      <table className="numbers mt-3 w-full text-16">
        <tbody>
          {(hours ? openingDays(hours) : []).map(({ weekday, name, times }) => (
            <tr
              key={weekday}
              aria-current={weekday === today ? 'date' : undefined}
              className={clsx('align-top', weekday === today ? 'is-today font-semibold text-accent' : 'font-normal')}
            >
              <th scope="row" className="py-1.5 pr-4 text-left [font-weight:inherit]">
                {name}
              </th>
              <td className="py-1.5 text-right">
                {times.map((time) => (
                  <span key={time} className="block">
                    {time}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {holidays.length > 0 ? (
        <ul className="mt-3 border-t border-line pt-3 text-16">
          {holidays.map(({ day, name, isClosed }) => (
            <li key={day}>
              {name}, {formatLongDate(`${day}T12:00:00Z`, 'UTC')}: {isClosed ? 'closed' : 'hours may differ'}
            </li>
          ))}
        </ul>
      ) : null}
      {closures.length > 0 ? (
        <div className={clsx('text-16', hours && 'mt-3 border-t border-line pt-3')}>
          <h3 className="font-semibold">Closed on these days</h3>
          <ul className="numbers">
            {closures.map((closure) => (
              <li key={`${closure.from} ${closure.to}`} className="[overflow-wrap:anywhere]">
                {closureDays(closure)}
                {closure.note ? ` · ${closure.note}` : ''}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Card>
  );
}
