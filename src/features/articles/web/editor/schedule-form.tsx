import { type FormEvent, useState } from 'react';
import { addDays, dayOf, formatLongDate, formatTime, instantAtFloating, wallTime } from '#shared/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface ScheduleFormProps {
  /** The time that is set now. */
  publishAt: string | null;
  timeZone: string;
  cityName: string;
  error: string | undefined;
  isPending: boolean;
  onSchedule: (at: Date) => void;
  onCancel: () => void;
}

const digits = (value: number) => String(value).padStart(2, '0');

/** Asks for a day and a time in the city, whatever the browser's time zone. */
export function ScheduleForm({
  publishAt,
  timeZone,
  cityName,
  error,
  isPending,
  onSchedule,
  onCancel,
}: ScheduleFormProps) {
  const [day, setDay] = useState(() =>
    publishAt ? dayOf(publishAt, timeZone) : addDays(dayOf(new Date(), timeZone), 1),
  );
  const [time, setTime] = useState(() => {
    if (publishAt === null) return '09:00';
    const { hour, minute } = wallTime(publishAt, timeZone);
    return `${digits(hour)}:${digits(minute)}`;
  });
  const [problem, setProblem] = useState('');
  const floating = Date.parse(`${day}T${time}Z`);
  const at = Number.isNaN(floating) ? null : instantAtFloating(floating, timeZone);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (at === null) return setProblem('Please choose a day and a time.');
    if (at.getTime() <= Date.now()) return setProblem('Please choose a time that is still to come.');
    setProblem('');
    onSchedule(at);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Day" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        <TextField
          label="Time"
          type="time"
          value={time}
          error={problem || error}
          onChange={(event) => setTime(event.target.value)}
        />
      </div>
      <p className="text-14 text-ink-soft">
        {at
          ? `${formatLongDate(at, timeZone, dayOf(new Date(), timeZone).slice(0, 4))} at ${formatTime(at, timeZone)}, `
          : ''}
        {cityName} time.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          Schedule
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
