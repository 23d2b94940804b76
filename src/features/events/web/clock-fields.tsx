import type { FieldErrors } from '#web/forms/check-form.ts';
import { TextField } from '#web/ui/field.tsx';
import type { ClockFields as Clock } from '../event-clock.ts';

interface ClockFieldsProps {
  clock: Clock;
  errors: FieldErrors;
  /** A single time of a series covers whole days when the series does. */
  hideAllDay?: boolean;
  onChange: (changed: Partial<Clock>) => void;
}

/** Day and hour fields in the city's local time; event-clock.ts converts them. */
export function ClockFields({ clock, errors, hideAllDay = false, onChange }: ClockFieldsProps) {
  const field = (name: 'startsOn' | 'startTime' | 'endsOn' | 'endTime', label: string, help?: string) => (
    <TextField
      label={label}
      name={name}
      type={name.endsWith('On') ? 'date' : 'time'}
      value={clock[name]}
      help={help}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <div className="grid gap-4">
      {hideAllDay ? null : (
        <label className="flex min-h-11 items-center gap-3 text-16 font-semibold">
          <input
            type="checkbox"
            name="allDay"
            className="size-5 accent-action"
            checked={clock.allDay}
            onChange={(event) => onChange({ allDay: event.target.checked })}
          />
          All day
        </label>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('startsOn', clock.allDay ? 'First day' : 'Day')}
        {clock.allDay ? null : field('startTime', 'Starts at')}
        {field('endsOn', 'Last day (optional)', 'Only if it runs for several days.')}
        {clock.allDay ? null : field('endTime', 'Ends at (optional)')}
      </div>
    </div>
  );
}
