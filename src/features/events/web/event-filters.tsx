import { clsx } from 'clsx';
import { eventCategories } from '#shared/city.ts';
import { Link } from '#web/router/link.tsx';
import { eventTimes } from '../contract.ts';
import { type EventsAddress, eventsPath } from './event-address.ts';
import { eventCategoryLabels, eventTimeLabels } from './event-labels.ts';

/** The choices above the list: links, so that they work without script and can be shared. */
export function EventFilters({ asked }: { asked: EventsAddress }) {
  const { month, day, when, category, free } = asked;
  const isPlain = !(month || day || when);
  return (
    <nav aria-label="Which events" className="grid min-w-0 gap-2">
      <ul className="event-chips">
        <Chip to={eventsPath({ category, free })} isOn={isPlain}>
          All upcoming
        </Chip>
        {eventTimes.map((one) => (
          <Chip key={one} to={eventsPath({ when: one, category, free })} isOn={when === one}>
            {eventTimeLabels[one]}
          </Chip>
        ))}
        <Chip to={eventsPath({ ...asked, free: free ? undefined : 'true' })} isOn={free !== undefined}>
          Free
        </Chip>
      </ul>
      <ul className="event-chips">
        <Chip to={eventsPath({ ...asked, category: undefined })} isOn={category === undefined}>
          All kinds
        </Chip>
        {eventCategories.map((one) => (
          <Chip key={one} to={eventsPath({ ...asked, category: one })} isOn={one === category}>
            {eventCategoryLabels[one].label}
          </Chip>
        ))}
      </ul>
    </nav>
  );
}

function Chip({ to, isOn, children }: { to: string; isOn: boolean; children: string }) {
  return (
    <li className="shrink-0">
      <Link
        to={to}
        aria-current={isOn ? 'page' : undefined}
        className={clsx(
          'inline-flex min-h-11 items-center rounded-full border px-3.5 text-16 no-underline',
          isOn ? 'border-action bg-action text-on-action' : 'border-line-strong bg-card text-ink hover:bg-ground-deep',
        )}
      >
        {children}
      </Link>
    </li>
  );
}
