import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { EventItem, EventItemSkeleton } from '#features/events/web/event-item.tsx';
import { eventListQuery } from '#features/events/web/event-list-query.ts';
import { EventsJsonLd } from '#features/events/web/events-json-ld.tsx';
import { MonthLinks } from '#features/events/web/month-links.tsx';
import { dayOf, formatMonth, monthOf } from '#shared/dates.ts';
import { formatNumber } from '#shared/numbers.ts';
import drawing from '#web/art/empty/no-events.svg';
import { laterClass } from '#web/later.ts';
import type { PageArgs, PageProps, PageSearch } from '#web/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';
import { LoadingList } from '#web/ui/skeleton.tsx';

const placeholders = 3;
const steps = { atOnce: 2, each: 3 };

/** Ignores a value that is not a month. */
function readMonth(search: PageSearch<'month'>): string | undefined {
  const month = search.get('month') ?? '';
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined;
}

export const queries = ({ search }: PageArgs<'month'>) => [eventListQuery(readMonth(search))];

export function Page({ search }: PageProps<'month'>) {
  const city = useCity();
  const month = readMonth(search);
  const { data, dataUpdatedAt, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    eventListQuery(month),
  );
  const events = data?.pages.flatMap((page) => page.events);
  const total = data?.pages[0]?.total ?? 0;
  // The time at which the server read the events, so that server and browser show the same month.
  const currentMonth = monthOf(new Date(dataUpdatedAt === 0 ? Date.now() : dataUpdatedAt), city.timeZone);
  const days = events?.map((event) => dayOf(event.startDate, city.timeZone)) ?? [];
  return (
    <>
      <PageHead
        title={month ? `Events in ${formatMonth(month)}` : 'Upcoming Events'}
        description={`What is on in ${city.name}, ${city.region}: community gatherings, public meetings, business evenings and culture, with times and places.`}
        noIndex={month !== undefined}
      />
      <BreadcrumbJsonLd trail={[{ name: 'Events', path: '/events' }]} />
      {events ? <EventsJsonLd events={events} city={city} /> : null}
      <PageHero
        title="Community Events"
        text={`What is on in ${city.name}, from council meetings to Saturday rides.`}
        picture={city.pagePictures.events}
      />
      <Section labelledBy="events">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 id="events" className="text-26 lg:text-34">
            {month ? formatMonth(month) : 'Upcoming Events'}
          </h2>
          {events ? (
            <p className="numbers text-ink-soft">
              {formatNumber(total)} {total === 1 ? 'event' : 'events'}
            </p>
          ) : null}
        </div>
        <MonthLinks month={month} first={currentMonth} />
        {isError ? <LoadFailed message="Failed to fetch events" onRetry={() => void refetch()} /> : null}
        {events === undefined && !isError ? (
          <LoadingList count={placeholders} label="Loading events" className="grid gap-4">
            <EventItemSkeleton />
          </LoadingList>
        ) : null}
        {events?.length === 0 ? (
          <EmptyState
            drawing={drawing}
            title="No events scheduled"
            text="Check back later for upcoming community events."
          >
            {month ? <ButtonLink to="/events">All upcoming events</ButtonLink> : null}
          </EmptyState>
        ) : null}
        <ul className="grid gap-4">
          {events?.map((event, place) => (
            <li key={event.id} className={clsx('tall', laterClass(place, steps))}>
              <EventItem
                event={event}
                timeZone={city.timeZone}
                thisYear={currentMonth.slice(0, 4)}
                isFirstOfDay={days.indexOf(days[place] ?? '') === place}
              />
            </li>
          ))}
        </ul>
        {hasNextPage ? (
          <LoadMore label="Show more events" isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />
        ) : null}
        <p className="mt-10 text-16 text-ink-soft">
          Follow along in your own calendar: <a href="/feeds/events.ics">subscribe to all events</a>. Something missing?{' '}
          <a href="/events/suggest">Suggest an event</a>.
        </p>
      </Section>
    </>
  );
}
