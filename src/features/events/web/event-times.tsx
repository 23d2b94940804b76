import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { writeClock } from '../event-clock.ts';
import { changeEventTime, type EventTime, restoreEventTime, type StaffEvent } from '../staff-contract.ts';
import { whenText } from '../when-text.ts';
import { ClockFields } from './clock-fields.tsx';
import { NoteForm } from './note-form.tsx';

const firstShown = 6;

/** The next times of a series; each can be changed on its own. */
export function EventTimes({ event }: { event: StaffEvent }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const [open, setOpen] = useState<{ day: string; to: 'change' | 'call off' } | null>(null);
  const [isAll, setAll] = useState(false);
  const thisYear = String(new Date().getFullYear());
  const shown = isAll ? event.times : event.times.slice(0, firstShown);

  const put = (time: EventTime, body: { as: 'cancelled' | 'skipped'; note?: string }, done: string) =>
    run(() => callApi(client, changeEventTime, { params: { id: event.id, day: time.day }, body }), done);
  const close = () => setOpen(null);
  async function callOff(time: EventTime, note: string) {
    if ((await put(time, { as: 'cancelled', note }, 'Canceled')) === null) close();
  }
  const restore = (time: EventTime) =>
    void run(
      () => callApi(client, restoreEventTime, { params: { id: event.id, day: time.day } }),
      'As the others again',
    );

  if (event.times.length === 0) return <p className="text-16 text-ink-soft">No more times are to come.</p>;
  return (
    <>
      <ul className="grid gap-2">
        {shown.map((time) => {
          const day = formatDate(`${time.day}T12:00:00Z`, timeZone);
          const openTo = open?.day === time.day ? open.to : null;
          const toggle = (to: 'change' | 'call off') => setOpen(openTo === to ? null : { day: time.day, to });
          const isOdd = time.isCancelled || time.isSkipped || time.isChanged;
          return (
            <li key={time.day}>
              <StaffRow className="lg:flex-wrap">
                <span className="numbers min-w-0 lg:flex-1">
                  {whenText({ ...time, allDay: event.allDay }, timeZone, thisYear)}
                  {time.title === event.title ? null : <span className="block font-semibold">{time.title}</span>}
                  {time.location === event.location ? null : (
                    <span className="block text-ink-soft">{time.location}</span>
                  )}
                  {time.note ? <span className="block text-ink-soft">{time.note}</span> : null}
                </span>
                <span className="flex flex-wrap items-center gap-2">
                  {time.isCancelled ? <Badge tint="red">Canceled</Badge> : null}
                  {time.isSkipped ? <Badge tint="gray">Skipped</Badge> : null}
                  {time.isChanged ? <Badge tint="blue">Changed</Badge> : null}
                  {isOdd ? (
                    <SmallButton disabled={isPending} onClick={() => restore(time)}>
                      Put back<span className="sr-only"> {day}</span>
                    </SmallButton>
                  ) : (
                    <>
                      <SmallButton aria-expanded={openTo === 'call off'} onClick={() => toggle('call off')}>
                        Cancel<span className="sr-only"> {day}</span>
                      </SmallButton>
                      <SmallButton disabled={isPending} onClick={() => void put(time, { as: 'skipped' }, 'Skipped')}>
                        Skip<span className="sr-only"> {day}</span>
                      </SmallButton>
                    </>
                  )}
                  {time.isSkipped || time.isCancelled ? null : (
                    <SmallButton aria-expanded={openTo === 'change'} onClick={() => toggle('change')}>
                      Change<span className="sr-only"> {day}</span>
                    </SmallButton>
                  )}
                </span>
                {openTo === 'change' ? <TimeForm event={event} time={time} onClose={close} /> : null}
                {openTo === 'call off' ? (
                  <div className="w-full">
                    <NoteForm
                      label="Why is it off? (optional)"
                      help="Visitors see it with this one time, which stays listed as cancelled."
                      button="Cancel this date"
                      isPending={isPending}
                      onNote={(note) => void callOff(time, note)}
                      onClose={close}
                    />
                  </div>
                ) : null}
              </StaffRow>
            </li>
          );
        })}
      </ul>
      {event.times.length > shown.length ? (
        <SmallButton className="mt-3" onClick={() => setAll(true)}>
          Show {event.times.length - shown.length} more
        </SmallButton>
      ) : null}
    </>
  );
}

function TimeForm({ event, time, onClose }: { event: StaffEvent; time: EventTime; onClose: () => void }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const [clock, setClock] = useState(() =>
    writeClock(
      {
        startsAt: new Date(time.startDate),
        endsAt: time.endDate === null ? null : new Date(time.endDate),
        allDay: event.allDay,
      },
      timeZone,
    ),
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const typed = new FormData(submitted.currentTarget);
    const words = (name: string) => String(typed.get(name) ?? '');
    const body = {
      ...{ as: 'changed' as const, clock },
      ...{ title: words('title'), location: words('location'), note: words('note') },
    };
    const params = { id: event.id, day: time.day };
    const refused = await run(() => callApi(client, changeEventTime, { params, body }), 'Changed');
    if (refused === null) onClose();
    else setErrors(refused);
  }
  return (
    <form
      noValidate
      onSubmit={(submitted) => void submit(submitted)}
      className="grid w-full gap-4 border-line border-t pt-4"
    >
      <ClockFields
        hideAllDay
        clock={clock}
        errors={errors}
        onChange={(changed) => setClock((before) => ({ ...before, ...changed }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Title this time" name="title" defaultValue={time.title} error={errors.title} />
        <TextField label="Place this time" name="location" defaultValue={time.location} error={errors.location} />
      </div>
      <TextField
        label="Note for visitors (optional)"
        name="note"
        maxLength={300}
        defaultValue={time.note}
        error={errors.note}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Save this date
        </Button>
        <Button look="secondary" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
