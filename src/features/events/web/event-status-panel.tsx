import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { fieldChanges } from '#shared/field-changes.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { useKept } from '#web/forms/use-kept.tsx';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { ClockFields as Clock } from '../event-clock.ts';
import { deleteEvent, rescheduleEvent, type StaffEvent, setEventStatus } from '../staff-contract.ts';
import { whenText } from '../when-text.ts';
import { ClockFields } from './clock-fields.tsx';
import { NoteForm } from './note-form.tsx';

type Mode = 'none' | 'cancelled' | 'postponed' | 'date' | 'delete';

/** Buttons to cancel, postpone, reschedule, reinstate, duplicate and delete an event. */
export function EventStatusPanel({ event }: { event: StaffEvent }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const [mode, setMode] = useState<Mode>('none');
  const { id, version, status, rule } = event;
  const params = { id };
  const close = () => setMode('none');

  async function setStatus(to: StaffEvent['status'], note: string, sent = () => {}) {
    const done = { cancelled: 'Canceled', postponed: 'Postponed', scheduled: 'On again' }[to];
    await run(
      () => callApi(client, setEventStatus, { params, body: { version, status: to, note } }).then(sent),
      `${done}: ${event.title}`,
    );
    // A form that was opened meanwhile stays.
    setMode((now) => (now === mode ? 'none' : now));
  }

  async function remove() {
    const refused = await run(() => callApi(client, deleteEvent, { params }), `Deleted: ${event.title}`);
    if (refused === null) await navigate('/staff/events');
  }

  const thisYear = String(new Date().getFullYear());
  return (
    <div className="grid gap-3">
      {status !== 'scheduled' || event.statusNote || event.previousStartDate ? (
        <p role="status" className="rounded-control bg-gold-ground p-3 text-16">
          {status === 'scheduled' ? null : <strong>{status === 'cancelled' ? 'Canceled. ' : 'Postponed. '}</strong>}
          {event.previousStartDate
            ? `It was to be on ${whenText({ startDate: event.previousStartDate, endDate: null, allDay: event.allDay }, timeZone, thisYear)}. `
            : ''}
          {event.statusNote}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {status === 'scheduled' ? null : (
          <SmallButton look="primary" disabled={isPending} onClick={() => void setStatus('scheduled', '')}>
            Put on again
          </SmallButton>
        )}
        {rule === null ? <SmallButton onClick={() => setMode('date')}>New date</SmallButton> : null}
        {status === 'postponed' ? null : <SmallButton onClick={() => setMode('postponed')}>Postpone</SmallButton>}
        {status === 'cancelled' ? null : <SmallButton onClick={() => setMode('cancelled')}>Cancel event</SmallButton>}
        <Link to={`/staff/events/new?from=${id}`} className={buttonClass('secondary', 'medium', 'px-4')}>
          Duplicate
        </Link>
        <SmallButton look="danger" onClick={() => setMode('delete')}>
          Delete
        </SmallButton>
      </div>
      {mode === 'cancelled' || mode === 'postponed' ? (
        <NoteForm
          key={mode}
          thing={`event-${mode}:${id}`}
          label={mode === 'cancelled' ? 'Why is it canceled? (optional)' : 'Why, or what comes instead? (optional)'}
          help={
            mode === 'cancelled'
              ? 'Visitors see it with the event, which stays listed as canceled.'
              : 'The event stays listed as postponed. When you know the new date, use “New date”.'
          }
          button={mode === 'cancelled' ? 'Cancel the event' : 'Postpone it'}
          isPending={isPending}
          onNote={(note, sent) => void setStatus(mode, note, sent)}
          onClose={close}
        />
      ) : null}
      {mode === 'date' ? <DateForm event={event} onClose={close} /> : null}
      {mode === 'delete' ? (
        <div className="grid gap-3 rounded-control border border-line-strong p-4">
          <p className="text-16">
            {event.whyNotDelete ?? 'It goes from the site and from every calendar that follows it, for good.'}
          </p>
          <div className="flex flex-wrap gap-2">
            {event.whyNotDelete === null ? (
              <SmallButton look="danger" disabled={isPending} onClick={() => void remove()}>
                Delete for good
              </SmallButton>
            ) : null}
            <SmallButton onClick={close}>Keep it</SmallButton>
          </div>
        </div>
      ) : null}
    </div>
  );
}

const writtenClock = ({ allDay, startsOn, startTime, endsOn, endTime }: Clock) =>
  [startsOn, allDay ? '' : startTime, endsOn === '' && endTime === '' ? '' : '–', endsOn, allDay ? '' : endTime]
    .filter(Boolean)
    .join(' ');

/** The reason is not stored before the date is: only the date can have changed. */
const describe = (was: { clock: Clock }, now: { clock: Clock }) =>
  fieldChanges({ when: writtenClock(was.clock) }, { when: writtenClock(now.clock) }, { when: 'Date' });

/** Sets a new date. Pages and calendars show the former date beside it. */
function DateForm({ event, onClose }: { event: StaffEvent; onClose: () => void }) {
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const { allDay, startsOn, startTime, endsOn, endTime } = event;
  const kept = useKept(
    { thing: `event-date:${event.id}`, noun: 'event' },
    { clock: { allDay, startsOn, startTime, endsOn, endTime }, note: '' },
    String(event.version),
  );
  const { clock, note } = kept.value;
  const [errors, setErrors] = useState<FieldErrors>({});
  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    const body = { ...clock, version: Number(kept.version), note };
    const refused = await run(
      () => callApi(client, rescheduleEvent, { params: { id: event.id }, body }).then(() => kept.settle(kept.value)),
      'New date set',
    );
    if (refused !== null) {
      setErrors(refused);
      kept.catchUp(refused);
      return;
    }
    onClose();
  }
  return (
    <form
      noValidate
      onSubmit={(submitted) => void submit(submitted)}
      className="grid gap-4 rounded-control border border-line-strong p-4"
    >
      {kept.notice}
      <ClockFields
        clock={clock}
        errors={errors}
        onChange={(changed) => kept.set((before) => ({ ...before, clock: { ...before.clock, ...changed } }))}
      />
      <TextField
        label="Why? (optional)"
        name="note"
        maxLength={300}
        value={note}
        help="Visitors see it with the former date."
        onChange={({ target }) => kept.set((before) => ({ ...before, note: target.value }))}
      />
      <ConflictNote kept={kept} refusal={refusal} describe={describe} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Set the new date
        </Button>
        <Button look="secondary" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
