import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Breadcrumbs } from '#features/city-guide/web/breadcrumbs.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import type { EventDetail } from '#features/events/page-contract.ts';
import { EventJsonLd } from '#features/events/web/event-json-ld.tsx';
import { eventQuery } from '#features/events/web/event-page-query.ts';
import { EventView } from '#features/events/web/event-view.tsx';
import { whenText } from '#features/events/when-text.ts';
import { dayOf } from '#shared/dates.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import drawing from '#web/art/empty/no-events.svg';
import type { PageArgs } from '#web/page.ts';
import { usePageParams } from '#web/page-params.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const path = (slug: string) => `/events/${slug}`;

export const queries = ({ params }: PageArgs) => [eventQuery(params.slug ?? '')];

/** A former slug redirects to the event's current address. */
export function canonicalPath({ params }: PageArgs, client: QueryClient): string | null {
  const event = client.getQueryData(eventQuery(params.slug ?? '').queryKey);
  return event === undefined ? null : path(event.slug);
}

export function Page() {
  const { slug = '' } = usePageParams();
  const navigate = useNavigate();
  const { data: event, dataUpdatedAt, error, refetch } = useQuery(eventQuery(slug));
  useEffect(() => {
    if (event && event.slug !== slug) void navigate(path(event.slug), { replace: true });
  }, [event, slug, navigate]);
  if (event) return <EventPage event={event} readAt={new Date(dataUpdatedAt)} />;
  if (isNotFound(error)) return <EventNotFound />;
  if (error) {
    return (
      <Container className="py-16">
        <PageHead title="Event" description="" noIndex />
        <LoadFailed message="We could not load this event." onRetry={() => void refetch()} />
      </Container>
    );
  }
  return <EventSkeleton />;
}

function EventPage({ event, readAt }: { event: EventDetail; readAt: Date }) {
  const city = useCity();
  const { timeZone } = city;
  const town = `${city.name}, ${city.region}`;
  // The time at which the server read the event, so that server and browser write the same dates.
  const thisYear = dayOf(readAt, timeZone).slice(0, 4);
  const facts = [whenText(event, timeZone, thisYear), event.location].filter(Boolean).join(', ');
  return (
    <Container className="py-4 lg:py-8">
      <PageHead
        title={event.title}
        description={`${facts}. ${event.summary}`}
        canonicalPath={path(event.slug)}
        image={`/og/event/${event.slug}.png`}
      />
      <EventJsonLd event={event} city={city} />
      <Breadcrumbs
        trail={[
          { name: 'Events', path: '/events' },
          { name: event.title, path: path(event.slug) },
        ]}
      />
      <div className="mt-4 lg:mt-6">
        <EventView
          event={event}
          timeZone={timeZone}
          thisYear={thisYear}
          town={town}
          url={city.siteUrl + path(event.slug)}
        />
      </div>
    </Container>
  );
}

function EventNotFound() {
  const text = "The event you're looking for doesn't exist or has been removed.";
  return (
    <>
      <PageHead title="Event Not Found" description={text} noIndex />
      <EmptyState level={1} drawing={drawing} title="Event Not Found" text={text}>
        <ButtonLink to="/events">All upcoming events</ButtonLink>
      </EmptyState>
    </>
  );
}

function EventSkeleton() {
  return (
    <Container className="py-10">
      <div role="status">
        <title>Loading...</title>
        <span className="sr-only">Loading event</span>
        <Skeleton className="h-7 w-40" />
        <Skeleton className="mt-4 h-14 w-2/3" />
        <Skeleton className="mt-6 h-72" />
      </div>
    </Container>
  );
}
