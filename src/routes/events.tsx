import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus, Plus } from 'lucide-react';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { groupByDay, nearDay } from '#features/events/event-days.ts';
import {
  type EventParameter,
  type EventsAddress,
  monthAsked,
  readEventsAddress,
} from '#features/events/web/event-address.ts';
import { EventFilters } from '#features/events/web/event-filters.tsx';
import { eventTimeLabels } from '#features/events/web/event-labels.ts';
import { eventListQuery } from '#features/events/web/event-list-query.ts';
import { EventMonths } from '#features/events/web/event-months.tsx';
import { eventDaysQuery } from '#features/events/web/event-queries.ts';
import { EventRowSkeleton } from '#features/events/web/event-row.tsx';
import { EventsCalendar } from '#features/events/web/events-calendar.tsx';
import { EventsJsonLd } from '#features/events/web/events-json-ld.tsx';
import { SubscribeToCalendar } from '#features/events/web/subscribe-to-calendar.tsx';
import { dayOf, formatLongDate, formatMonth, startOfDay } from '#shared/dates.ts';
import { formatNumber } from '#shared/numbers.ts';
import drawing from '#web/art/empty/no-events.svg';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';
import { LoadingList } from '#web/ui/skeleton.tsx';

const placeholders = 3;

export const queries = ({ search }: PageArgs<EventParameter>) => {
  const asked = readEventsAddress(search);
  return [eventListQuery(asked), eventDaysQuery(monthAsked(asked))];
};

export function Page({ search }: PageProps<EventParameter>) {
  const city = useCity();
  const { timeZone } = city;
  const asked = readEventsAddress(search);
  const { data, dataUpdatedAt, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    eventListQuery(asked),
  );
  const events = data?.pages.flatMap((page) => page.events);
  const total = data?.pages[0]?.total ?? 0;
  // The time at which the server read the events, so that server and browser show the same days.
  const today = dayOf(new Date(dataUpdatedAt === 0 ? Date.now() : dataUpdatedAt), timeZone);
  const first = asked.day ?? (asked.month ? `${asked.month}-01` : today);
  const months = groupByDay(events ?? [], { first, today, timeZone });
  const heading = headingOf(asked, today, timeZone);
  // A stretch of time has its name in the heading above.
  const isOpen = !(asked.day || asked.month || asked.when);
  const isFiltered = Object.values(asked).some((value) => value !== undefined);
  return (
    <>
      <PageHead
        title={isFiltered && heading !== 'Upcoming Events' ? `Events: ${heading}` : 'Upcoming Events'}
        description={`What's on in ${city.name}, ${city.region}: community gatherings, public meetings, business evenings and culture, with times and places.`}
        noIndex={isFiltered}
      />
      <BreadcrumbJsonLd trail={[{ name: 'Events', path: '/events' }]} />
      {events ? <EventsJsonLd events={events} city={city} /> : null}
      <PageHero
        title="Community Events"
        text={`What's on in ${city.name}, from council meetings to Saturday rides.`}
        picture={city.pagePictures.events}
        isShort
      >
        <p className="flex flex-wrap gap-x-6 gap-y-1 text-16 font-semibold">
          <Link to="/events/suggest" className="inline-flex min-h-11 items-center gap-2">
            <Plus aria-hidden="true" size={18} />
            Suggest an event
          </Link>
          <a href="#subscribe" className="inline-flex min-h-11 items-center gap-2">
            <CalendarPlus aria-hidden="true" size={18} />
            Subscribe<span className="sr-only"> to the calendar</span>
          </a>
        </p>
      </PageHero>
      <Container className="events-layout py-5 lg:py-10">
        <div className="min-w-0">
          <EventFilters asked={asked} />
        </div>
        <details className="events-calendar" open={asked.month !== undefined}>
          <summary className="opens min-h-11 justify-between font-semibold">Pick a day or a month</summary>
          <EventsCalendar month={first.slice(0, 7)} today={today} asked={asked} />
        </details>
        <section aria-labelledby="events" className="min-w-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="events" className="text-26 lg:text-34">
              {heading}
            </h2>
            {events ? (
              <p role="status" className="numbers text-ink-soft">
                {formatNumber(total)} {total === 1 ? 'event' : 'events'}
              </p>
            ) : null}
          </div>
          {isError ? <LoadFailed message="Failed to fetch events" onRetry={() => void refetch()} /> : null}
          {events === undefined && !isError ? (
            <LoadingList count={placeholders} label="Loading events" className="mt-4 grid gap-4">
              <EventRowSkeleton />
            </LoadingList>
          ) : null}
          {events?.length === 0 ? (
            <EmptyState
              drawing={drawing}
              title="No events scheduled"
              text="Check back later for upcoming community events."
            >
              {isFiltered ? <ButtonLink to="/events">All upcoming events</ButtonLink> : null}
            </EmptyState>
          ) : null}
          <EventMonths months={months} hasHeadings={isOpen} timeZone={timeZone} today={today} />
          {hasNextPage ? (
            <LoadMore label="Show more events" isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />
          ) : null}
          <SubscribeToCalendar category={asked.category} />
        </section>
      </Container>
    </>
  );
}

function headingOf({ month, day, when }: EventsAddress, today: string, timeZone: string): string {
  if (day) {
    const near = nearDay(day, today);
    const date = formatLongDate(startOfDay(day, timeZone), timeZone, today.slice(0, 4));
    return near ? `${near}, ${date}` : date;
  }
  if (month) return formatMonth(month);
  return when ? eventTimeLabels[when] : 'Upcoming Events';
}
