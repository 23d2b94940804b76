import { CalendarPlus } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { calendarSubscription } from '../calendar-subscription.ts';
import type { EventOccurrence } from '../contract.ts';
import { eventCategoryLabels } from './event-labels.ts';

const link = 'inline-flex min-h-11 items-center gap-2 font-semibold';

/** Opens the part where a link leads to it, which newer browsers do by themselves. */
function useOpening(): RefObject<HTMLDetailsElement | null> {
  const part = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const open = () => {
      if (part.current && location.hash === '#subscribe') part.current.open = true;
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  return part;
}

/** The ways to follow the calendar: plain links, which need no script. Closed, so that a phone's page stays short. */
export function SubscribeToCalendar({ category }: { category: EventOccurrence['category'] | undefined }) {
  const { siteUrl, name } = useCity();
  const part = useOpening();
  const { path, address, device, google, outlook } = calendarSubscription({
    siteUrl,
    name: `${name} events`,
    category,
  });
  return (
    <section aria-labelledby="subscribe-title" className="events-subscribe">
      <details ref={part}>
        <summary className="opens min-h-11 justify-between">
          <h2 id="subscribe-title" className="text-21">
            Subscribe to the calendar
          </h2>
        </summary>
        <div id="subscribe">
          <p className="mt-2 text-16">
            {category ? `Only “${eventCategoryLabels[category].label}”, as chosen above. ` : null}A subscription follows
            every change: new events come to your calendar, and canceled ones are marked.
          </p>
          <p className="flex flex-wrap gap-x-6 text-16">
            <a href={device} className={link}>
              <CalendarPlus aria-hidden="true" size={18} />
              Calendar of this device
            </a>
            <a href={google} rel="nofollow" className={link}>
              Google Calendar
            </a>
            <a href={outlook} rel="nofollow" className={link}>
              Outlook
            </a>
          </p>
          <p className="mt-1 text-16">
            Any other calendar takes this address: <code className="select-all break-all text-14">{address}</code>
          </p>
          <p className="text-16">
            <a href={path} download className="inline-flex min-h-11 items-center">
              Download today’s dates
            </a>{' '}
            <span className="text-ink-soft">(a file that stays as it is)</span>
          </p>
        </div>
      </details>
    </section>
  );
}
