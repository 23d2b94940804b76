import { useQuery } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import { StaffLink } from '#features/staff-frame/web/staff-link.tsx';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { StaffEventRow } from '../staff-contract.ts';
import { listBusinessEvents } from '../staff-suggestion-contract.ts';
import { whenText } from '../when-text.ts';

/** The events of one listing, for staff: what waits first, then what comes, then what is over or off. */
export function BusinessEventsList({ businessId }: { businessId: string }) {
  const { timeZone } = useCity();
  const { data, error, refetch } = useQuery(endpointQuery(listBusinessEvents, { params: { id: businessId } }));
  if (data === undefined) {
    return error ? (
      <LoadFailed message="Failed to fetch events" onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading events..." />
    );
  }
  const { waiting, events } = data;
  if (waiting.length + events.length === 0) return <p className="text-16">None yet.</p>;
  const thisYear = String(new Date().getFullYear());
  return (
    <ul className="grid gap-3 text-16 [overflow-wrap:anywhere]">
      {waiting.map(({ id, isChange, title, ...when }) => (
        <li key={id} className="border-t border-line pt-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StaffLink to={queueLinePath(id)} className="font-semibold">
              {title}
            </StaffLink>
            <Badge tint="orange">{isChange ? 'A change waits for you' : 'Waits for you'}</Badge>
          </p>
          <p className="numbers text-ink-soft">{whenText(when, timeZone, thisYear)}</p>
        </li>
      ))}
      {events.map((event) => (
        <li key={event.id} className="border-t border-line pt-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StaffLink to={`/staff/events/${event.id}`} className="font-semibold">
              {event.title}
            </StaffLink>
            <EventState event={event} />
            <SiteLink to={`/events/${event.slug}`} className="inline-flex min-h-11 items-center">
              View page<span className="sr-only">: {event.title}</span>
            </SiteLink>
          </p>
          <p className="numbers text-ink-soft">
            {whenText(event, timeZone, thisYear)}
            {event.recurring ? ` · ${event.repeats ?? 'Repeats'}` : ''}
          </p>
        </li>
      ))}
    </ul>
  );
}

function EventState({ event: { status, isOver } }: { event: StaffEventRow }) {
  if (status === 'cancelled') return <Badge tint="red">Canceled</Badge>;
  if (status === 'postponed') return <Badge tint="red">Postponed</Badge>;
  return isOver ? <Badge tint="gray">Over</Badge> : <Badge tint="green">In the calendar</Badge>;
}
