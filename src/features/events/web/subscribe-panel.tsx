import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { eventCategories } from '#shared/city.ts';
import { eventCategoryLabels } from './event-labels.ts';

/** A calendar program follows an address by itself; a file would keep the dates of today. */
export function SubscribePanel({ category }: { category?: (typeof eventCategories)[number] | undefined }) {
  const { siteUrl, name } = useCity();
  const path = `/feeds/events${category ? `/${category}` : ''}.ics`;
  const address = `${siteUrl}${path}`;
  const onDevice = address.replace(/^https?:/, 'webcal:');
  const what = category ? `Events in ${name}: ${eventCategoryLabels[category].label}` : `Events in ${name}`;
  const outlook = new URLSearchParams({ url: address, name: what });
  const ways: readonly (readonly [label: string, href: string])[] = [
    ['The calendar of this device', onDevice],
    ['Google Calendar', `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: onDevice })}`],
    ['Outlook', `https://outlook.live.com/calendar/0/addfromweb?${outlook}`],
  ];
  return (
    <section
      id="subscribe"
      aria-labelledby="subscribe-heading"
      className="scroll-mt-24 rounded-card border border-line bg-card p-5 text-16"
    >
      <h2 id="subscribe-heading" className="text-22">
        Subscribe to the calendar
      </h2>
      <p className="mt-2">
        {category ? `Events of the kind ${eventCategoryLabels[category].label}` : 'All events'} come to your own
        calendar, and new and changed ones follow by themselves.
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6">
        {ways.map(([label, href]) => (
          <li key={label}>
            <a href={href} className="inline-flex min-h-11 items-center font-semibold">
              {label}
            </a>
          </li>
        ))}
      </ul>
      <label className="mt-2 grid max-w-xl gap-1.5">
        <span>Another calendar asks for this address</span>
        <input
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 w-full rounded-control border border-line-strong bg-ground px-3 text-14"
        />
      </label>
      <p className="mt-2">
        <a href={path} className="inline-flex min-h-11 items-center">
          Download today’s dates as a file
        </a>
      </p>
    </section>
  );
}
