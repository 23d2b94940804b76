import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { useKept } from '#web/forms/use-kept.tsx';
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
  const [open, setOpen] = useState<{ day: string; to: 'change' | 'cancel' } | null>(null);
  const [isAll, setAll] = useState(false);
  const thisYear = String(new Date().getFullYear());
  const shown = isAll ? event.times : event.times.slice(0, firstShown);

  const close = () => setOpen(null);
  const skip = ({ day, mark: seen }: EventTime) =>
    void run(
      () => callApi(client, changeEventTime, { params: { id: event.id, day }, body: { as: 'skipped', seen } }),
      'Skipped',
    );
  const restore = ({ day, mark: seen }: EventTime) =>
    void run(
      () => callApi(client, restoreEventTime, { params: { id: event.id, day }, query: { seen } }),
      'As the others again',
    );

  if (event.times.length === 0) return <p className="text-16 text-ink-soft">No more times are to come.</p>;
  return (
    <>
      <p className="mb-3 max-w-[66ch] text-16">
        <strong>Cancel</strong> keeps a date in the calendar, marked as canceled, with your reason.{' '}
        <strong>Skip</strong> takes it out of the calendar without a word. Both can be put back.
      </p>
      <ul className="grid gap-2">
        {shown.map((time) => {
          const day = formatDate(`${time.day}T12:00:00Z`, timeZone);
          const openTo = open?.day === time.day ? open.to : null;
          const toggle = (to: 'change' | 'cancel') => setOpen(openTo === to ? null : { day: time.day, to });
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
                      <SmallButton aria-expanded={openTo === 'cancel'} onClick={() => toggle('cancel')}>
                        Cancel<span className="sr-only"> {day}</span>
                      </SmallButton>
                      <SmallButton disabled={isPending} onClick={() => skip(time)}>
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
                {openTo === 'cancel' ? <CallOffForm event={event} time={time} onClose={close} /> : null}
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

interface TimeFormProps {
  event: StaffEvent;
  time: EventTime;
  onClose: () => void;
}

/** A form acts on the date that it was opened about; after a refusal, which says what a colleague did, on the date as it is now. */
function useSeen({ mark }: EventTime) {
  const [seen, setSeen] = useState(mark);
  const now = useRef(mark);
  useLayoutEffect(() => {
    now.current = mark;
  });
  return { seen, lookAgain: () => setSeen(now.current) };
}

/** 'Story time, December 17, 2026' */
const nameOfTime = ({ title }: StaffEvent, { startDate }: EventTime, timeZone: string) =>
  `${title}, ${formatDate(startDate, timeZone)}`;

function CallOffForm({ event, time, onClose }: TimeFormProps) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { seen, lookAgain } = useSeen(time);
  const { timeZone } = useCity();
  const name = nameOfTime(event, time, timeZone);
  async function cancel(note: string, sent: () => void) {
    const [params, body] = [
      { id: event.id, day: time.day },
      { as: 'cancelled' as const, note, seen },
    ];
    const refused = await run(() => callApi(client, changeEventTime, { params, body }).then(sent), `Canceled: ${name}`);
    if (refused === null) onClose();
    else lookAgain();
  }
  return (
    <div className="w-full">
      <NoteForm
        thing={`call-off:${event.id}:${time.day}`}
        label="Why is it canceled? (optional)"
        help="Visitors see it with this one time, which stays listed as canceled."
        button="Cancel this date"
        isPending={isPending}
        onNote={(note, sent) => void cancel(note, sent)}
        onClose={onClose}
      />
    </div>
  );
}

function TimeForm({ event, time, onClose }: TimeFormProps) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const { seen, lookAgain } = useSeen(time);
  const { startDate, endDate, title, location, note } = time;
  const clock = writeClock(
    {
      startsAt: new Date(startDate),
      endsAt: endDate === null ? null : new Date(endDate),
      allDay: event.allDay,
    },
    timeZone,
  );
  const kept = useKept({ thing: `event-time:${event.id}:${time.day}`, noun: 'date' }, { clock, title, location, note });
  const typed = kept.value;
  const text = (name: 'title' | 'location' | 'note') => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => kept.set((before) => ({ ...before, [name]: target.value })),
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const params = { id: event.id, day: time.day };
    const body = { as: 'changed' as const, ...typed, seen };
    const act = () => callApi(client, changeEventTime, { params, body }).then(() => kept.settle(typed));
    const refused = await run(act, `Changed: ${nameOfTime(event, time, timeZone)}`);
    if (refused === null) return onClose();
    lookAgain();
    setErrors(refused);
  }
  return (
    <form
      noValidate
      onSubmit={(submitted) => void submit(submitted)}
      className="grid w-full gap-4 border-line border-t pt-4"
    >
      {kept.notice}
      <ClockFields
        hideAllDay
        clock={typed.clock}
        errors={errors}
        onChange={(changed) => kept.set((before) => ({ ...before, clock: { ...before.clock, ...changed } }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Title this time" {...text('title')} />
        <TextField label="Place this time" {...text('location')} />
      </div>
      <TextField label="Note for visitors (optional)" maxLength={300} {...text('note')} />
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
