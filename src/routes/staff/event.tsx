import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type AuditRow, listAudit } from '#features/audit/contract.ts';
import { AuditLine } from '#features/audit/web/audit-line.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import {
  approveSuggestion,
  createEvent,
  type EventFields,
  type EventForm as Form,
  getStaffEvent,
  type StaffEvent,
  updateEvent,
} from '#features/events/staff-contract.ts';
import { EventForm } from '#features/events/web/event-form.tsx';
import { EventStatusPanel } from '#features/events/web/event-status-panel.tsx';
import { EventTimes } from '#features/events/web/event-times.tsx';
import { staffSuggestionQuery } from '#features/events/web/suggestion-review.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { usePageParams } from '#web/page-params.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Page as NotFound } from '../not-found.tsx';

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
        show={({ form, title }) => <NewEvent initial={form} title={`Suggested: ${title}`} suggestion={suggestion} />}
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
  if (isNotFound(error)) return <NotFound />;
  return error ? <LoadFailed message="Failed to fetch this event" onRetry={() => void refetch()} /> : <Spinner />;
}

function BlankEvent() {
  const { timeZone } = useCity();
  const initial: EventFields = {
    ...{ title: '', description: '', location: '', category: 'community', allDay: false },
    ...{ startsOn: addDays(dayOf(new Date(), timeZone), 7), startTime: '19:00', endsOn: '', endTime: '' },
    ...{ rule: null, skippedDays: [], imageUrl: null, imageAlt: '', url: '', organizer: '', contact: '' },
  };
  return <NewEvent initial={initial} title="New event" />;
}

/** A copy of the event, for another day. */
function Copy({ event }: { event: StaffEvent }) {
  return <NewEvent initial={{ ...event, skippedDays: [] }} title={`Copy of ${event.title}`} />;
}

function NewEvent({ initial, title, suggestion }: { initial: EventFields; title: string; suggestion?: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = useStaffAction();
  async function submit(form: Form) {
    let id = '';
    const refused = await run(
      async () => {
        const made = suggestion
          ? await callApi(client, approveSuggestion, { params: { id: suggestion }, body: { event: form } })
          : await callApi(client, createEvent, { body: form });
        id = made.answer.id;
      },
      suggestion ? 'Approved: it is in the calendar' : 'It is in the calendar',
    );
    if (refused === null) await navigate(`/staff/events/${id}`);
    return refused;
  }
  return (
    <>
      <StaffHeading title={title} />
      <EventForm
        initial={initial}
        label={suggestion ? 'Approve and publish' : 'Put into the calendar'}
        isPending={isPending}
        onSubmit={submit}
        cancelTo={suggestion ? '/staff' : '/staff/events'}
      />
    </>
  );
}

function EventDesk({ event }: { event: StaffEvent }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { id, version } = event;
  const submit = (form: Form) =>
    run(() => callApi(client, updateEvent, { params: { id }, body: { ...form, version } }), 'Saved');
  return (
    <>
      <StaffHeading title={event.title}>
        <Link to="/events" className="inline-flex min-h-11 items-center text-16">
          See it on the site
        </Link>
      </StaffHeading>
      <div className="grid gap-8">
        <EventStatusPanel event={event} />
        {event.rule === null ? null : (
          <Part title="Its next times">
            <EventTimes event={event} />
          </Part>
        )}
        <Part title={event.rule === null ? 'Edit' : 'Edit the whole series'}>
          <EventForm
            // Remounts the form after a save by somebody else or a changed single time.
            key={version}
            initial={event}
            label="Save"
            isPending={isPending}
            onSubmit={submit}
            cancelTo="/staff/events"
          />
        </Part>
        <Part title="History">
          <History id={id} />
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-21">{title}</h2>
      {children}
    </section>
  );
}

function History({ id }: { id: string }) {
  const list = useStaffList<AuditRow>([listAudit.path, { subject: id }], (client, cursor) =>
    callApi(client, listAudit, { query: { subject: id, cursor } }),
  );
  return (
    <StaffList list={list} what="the history" empty="Nothing has happened to it yet.">
      {(row) => <AuditLine row={row} />}
    </StaffList>
  );
}
