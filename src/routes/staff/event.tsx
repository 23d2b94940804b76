import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { History } from '#features/audit/web/history.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import {
  createEvent,
  type EventFields,
  type EventForm as Form,
  getStaffEvent,
  type StaffEvent,
  updateEvent,
} from '#features/events/staff-contract.ts';
import { approveSuggestion } from '#features/events/staff-suggestion-contract.ts';
import { EventForm } from '#features/events/web/event-form.tsx';
import { EventStatusPanel } from '#features/events/web/event-status-panel.tsx';
import { EventTimes } from '#features/events/web/event-times.tsx';
import { staffSuggestionQuery } from '#features/events/web/suggestion-review.tsx';
import { StaffHeading, StaffPart } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { useNavigate, useSearchParams } from '#web/router/router.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const eventQuery = (id: string) => endpointQuery(getStaffEvent, { params: { id } });

export function Page() {
  const { id = '' } = usePageParams();
  const [search] = useSearchParams();
  const [from, suggestion] = [search.get('from'), search.get('suggestion')];
  if (id !== 'new') return <Loaded key={id} query={eventQuery(id)} show={(event) => <EventDesk event={event} />} />;
  if (suggestion) {
    return (
      <Loaded
        key={suggestion}
        query={staffSuggestionQuery(suggestion)}
        show={({ form, title }) => (
          <NewEvent
            thing={`event:suggestion:${suggestion}`}
            initial={form}
            title={`Suggested: ${title}`}
            suggestion={suggestion}
          />
        )}
      />
    );
  }
  if (from) return <Loaded key={from} query={eventQuery(from)} show={(event) => <Copy event={event} />} />;
  return <BlankEvent key="new" />;
}

/** Loads one thing without which the page cannot be shown. */
function Loaded<T>({ query, show }: { query: UseQueryOptions<T>; show: (data: T) => ReactNode }) {
  const { data, error, refetch } = useQuery(query);
  if (data) return show(data);
  if (isNotFound(error)) return <PageMissing />;
  return error ? <LoadFailed message="We could not load this event." onRetry={() => void refetch()} /> : <Spinner />;
}

function BlankEvent() {
  const { timeZone } = useCity();
  const initial: EventFields = {
    ...{ title: '', description: '', location: '', category: 'community', allDay: false },
    ...{ startsOn: addDays(dayOf(new Date(), timeZone), 7), startTime: '19:00', endsOn: '', endTime: '' },
    ...{ rule: null, skippedDays: [], imageUrl: null, imageAlt: '', url: '', organizer: '', contact: '' },
    ...{ isFree: false, price: '', latitude: null, longitude: null, businessId: null, businessName: '' },
  };
  return <NewEvent thing="event:new" initial={initial} title="New event" />;
}

/** A copy of the event, for another day. */
function Copy({ event }: { event: StaffEvent }) {
  const initial = { ...event, skippedDays: [] };
  return <NewEvent thing={`event:copy:${event.id}`} initial={initial} title={`Copy of ${event.title}`} />;
}

interface NewEventProps {
  /** Names the form in the browser's storage. */
  thing: string;
  initial: EventFields;
  title: string;
  suggestion?: string;
}

function NewEvent({ thing, initial, title, suggestion }: NewEventProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useCurrentUser();
  const { attempt } = useStaffAction();
  const made = useRef('');
  async function save(form: Form) {
    const { answer } = await attempt<{ answer: { id: string } }>(
      () =>
        suggestion
          ? callApi(client, approveSuggestion, { params: { id: suggestion }, body: { event: form } })
          : callApi(client, createEvent, { body: form }),
      suggestion ? 'Approved: it is in the calendar' : 'It is in the calendar',
    );
    made.current = answer.id;
    return 1;
  }
  return (
    <>
      <StaffHeading title={title} />
      {user ? (
        <EventForm
          {...{ userId: user.id, thing, save }}
          start={{ fields: initial, version: 0 }}
          label={suggestion ? 'Approve and publish' : 'Publish event'}
          onSaved={async () => navigate(`/staff/events/${made.current}`)}
          cancelTo={suggestion ? '/staff' : '/staff/events'}
        />
      ) : (
        <Spinner />
      )}
    </>
  );
}

const copyOf = (event: StaffEvent) => ({ fields: event, version: event.version });

function EventDesk({ event }: { event: StaffEvent }) {
  const client = useQueryClient();
  const { user } = useCurrentUser();
  const { attempt } = useStaffAction();
  const { id } = event;
  async function save(form: Form, version: number) {
    const act = () => callApi(client, updateEvent, { params: { id }, body: { ...form, version } });
    // Without a change there is nothing to undo, but for an earlier edit.
    const undoable = ({ answer }: { answer: StaffEvent }) =>
      answer.version === version ? undefined : { subjectId: id };
    return (await attempt(act, 'Saved', undoable)).answer.version;
  }
  return (
    <>
      <StaffHeading title={event.title}>
        <Link to={`/events/${event.slug}`} className="inline-flex min-h-11 items-center text-16">
          See it on the site
        </Link>
      </StaffHeading>
      <div className="grid gap-8">
        <EventStatusPanel event={event} />
        {event.rule === null ? null : (
          <StaffPart title="Coming dates">
            <EventTimes event={event} />
          </StaffPart>
        )}
        <StaffPart title={event.rule === null ? 'Edit' : 'Edit the whole series'}>
          {user ? (
            <EventForm
              {...{ userId: user.id, thing: `event:${id}`, eventId: id, save }}
              start={copyOf(event)}
              reload={async () => copyOf(await client.fetchQuery({ ...eventQuery(id), staleTime: 0 }))}
              label="Save"
              cancelTo="/staff/events"
            />
          ) : (
            <Spinner />
          )}
        </StaffPart>
        <StaffPart title="History">
          <History id={id} />
        </StaffPart>
      </div>
    </>
  );
}
