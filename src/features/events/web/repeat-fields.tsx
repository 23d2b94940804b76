import { useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { formatDate } from '#shared/dates.ts';
import { errorOfList } from '#shared/errors-by-field.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { isDay } from '../event-clock.ts';
import { isLastOfMonth, type Repeat, weekdayCodes, weekdayOfMonth } from '../repeat.ts';

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const units = { day: 'days', week: 'weeks', month: 'months', year: 'years' } as const;
const ordinals = ['', '1st', '2nd', '3rd', '4th', '5th'];

interface RepeatFieldsProps {
  repeat: Repeat;
  startsOn: string;
  skippedDays: readonly string[];
  errors: FieldErrors;
  onRepeat: (changed: Partial<Repeat>) => void;
  onSkippedDays: (days: string[]) => void;
}

export function RepeatFields({ repeat, startsOn, skippedDays, errors, onRepeat, onSkippedDays }: RepeatFieldsProps) {
  const { every } = repeat;
  return (
    <div className="grid gap-4">
      <SelectField
        label="How often"
        name="rule"
        value={every}
        error={errors.rule ?? errors.repeat}
        onChange={(event) => onRepeat({ every: event.target.value as Repeat['every'] })}
      >
        <option value="never">Once</option>
        <option value="day">Every day</option>
        <option value="week">Every week</option>
        <option value="month">Every month</option>
        <option value="year">Every year</option>
        {repeat.rule ? <option value="other">As imported</option> : null}
      </SelectField>
      {every === 'other' ? <p className="text-14 text-ink-soft">Rule: {repeat.rule}</p> : null}
      {every !== 'never' && every !== 'other' ? (
        <>
          <SelectField
            label="Interval"
            name="interval"
            value={String(repeat.interval)}
            onChange={(event) => onRepeat({ interval: Number(event.target.value) })}
          >
            {Array.from({ length: 12 }, (_, place) => place + 1).map((count) => (
              <option key={count} value={count}>
                {count === 1 ? `Every ${every}` : `Every ${count} ${units[every]}`}
              </option>
            ))}
          </SelectField>
          {every === 'week' ? <WeekdayFields repeat={repeat} startsOn={startsOn} onRepeat={onRepeat} /> : null}
          {every === 'month' && isDay(startsOn) ? (
            <MonthDayField repeat={repeat} startsOn={startsOn} onRepeat={onRepeat} />
          ) : null}
          <EndFields repeat={repeat} errors={errors} onRepeat={onRepeat} />
        </>
      ) : null}
      {every === 'never' ? null : (
        <SkippedDays days={skippedDays} error={errorOfList(errors, 'skippedDays')} onChange={onSkippedDays} />
      )}
    </div>
  );
}

/** The weekday of a day that exists: 0 for Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Without a choice, the event takes place on the weekday of its first day. */
function WeekdayFields({ repeat, startsOn, onRepeat }: Pick<RepeatFieldsProps, 'repeat' | 'startsOn' | 'onRepeat'>) {
  const own = isDay(startsOn) ? [weekdayCodes[weekdayOf(startsOn)]] : [];
  const chosen = repeat.weekdays.length > 0 ? repeat.weekdays : own;
  const [stays, setStays] = useState<(typeof weekdayCodes)[number]>();
  function tick(code: (typeof weekdayCodes)[number], isTicked: boolean) {
    const weekdays = weekdayCodes.filter((one) => (one === code ? isTicked : chosen.includes(one)));
    setStays(weekdays.length === 0 && own.includes(code) ? code : undefined);
    onRepeat({ weekdays });
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-16 font-semibold">On</legend>
      <div className="flex flex-wrap gap-x-4">
        {weekdayCodes.map((code, place) => (
          <label key={code} className="flex min-h-11 items-center gap-2 text-16">
            <input
              type="checkbox"
              name="weekdays"
              className="size-5 accent-action"
              checked={chosen.includes(code)}
              onChange={(event) => tick(code, event.target.checked)}
            />
            {weekdayNames[place]}
          </label>
        ))}
      </div>
      <div role="status">
        {stays !== undefined && chosen.includes(stays) && chosen.length === 1 ? (
          <p className="text-14">
            {weekdayNames[weekdayCodes.indexOf(stays)]} stays: the event begins on that day, and a weekly event needs at
            least one day. Tick another day first, then take this one off.
          </p>
        ) : null}
      </div>
    </fieldset>
  );
}

function MonthDayField({ repeat, startsOn, onRepeat }: Pick<RepeatFieldsProps, 'repeat' | 'startsOn' | 'onRepeat'>) {
  const ownName = weekdayNames[weekdayOf(startsOn)] ?? '';
  return (
    <SelectField
      label="On"
      name="monthBy"
      value={repeat.monthBy}
      onChange={(event) => onRepeat({ monthBy: event.target.value as Repeat['monthBy'] })}
    >
      <option value="weekday">
        The {ordinals[weekdayOfMonth(startsOn)]} {ownName}
      </option>
      {isLastOfMonth(startsOn) || repeat.monthBy === 'last-weekday' ? (
        <option value="last-weekday">The last {ownName}</option>
      ) : null}
      <option value="day">Day {Number(startsOn.slice(8))} of the month</option>
    </SelectField>
  );
}

function EndFields({ repeat, errors, onRepeat }: Pick<RepeatFieldsProps, 'repeat' | 'errors' | 'onRepeat'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Until when"
        name="ends"
        value={repeat.ends}
        onChange={(event) => onRepeat({ ends: event.target.value as Repeat['ends'] })}
      >
        <option value="never">No end</option>
        <option value="until">Until a day</option>
        <option value="count">A number of times</option>
      </SelectField>
      {repeat.ends === 'until' ? (
        <TextField
          label="Last day it may be on"
          name="until"
          type="date"
          value={repeat.until}
          error={errors.until}
          onChange={(event) => onRepeat({ until: event.target.value })}
        />
      ) : null}
      {repeat.ends === 'count' ? (
        <TextField
          label="How many times"
          name="count"
          inputMode="numeric"
          value={repeat.count}
          error={errors.count}
          onChange={(event) => onRepeat({ count: event.target.value })}
        />
      ) : null}
    </div>
  );
}

function SkippedDays({
  days,
  error,
  onChange,
}: {
  days: readonly string[];
  error: string | undefined;
  onChange: (days: string[]) => void;
}) {
  const { timeZone } = useCity();
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState<string>();
  function add() {
    setProblem(isDay(day) || days.length > 0 ? undefined : 'Choose a day first');
    if (!isDay(day)) return;
    onChange([...new Set([...days, day])].toSorted());
    setDay('');
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-[min(100%,12rem)] flex-1">
          <TextField
            label="Skip a date (optional)"
            name="skippedDays"
            type="date"
            value={day}
            error={problem ?? error}
            onChange={(event) => setDay(event.target.value)}
            // A date that stands here when the form is saved is meant to be skipped.
            onBlur={() => isDay(day) && add()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !isDay(day)) return;
              event.preventDefault();
              add();
            }}
          />
        </div>
        <Button look="secondary" className="min-h-12" onClick={add}>
          Skip
        </Button>
      </div>
      {days.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label="Skipped dates">
          {days.map((one) => (
            <li key={one}>
              <Button
                look="secondary"
                className="px-3"
                onClick={() => onChange(days.filter((other) => other !== one))}
                aria-label={`Put back ${formatDate(`${one}T12:00:00Z`, timeZone)}`}
              >
                {formatDate(`${one}T12:00:00Z`, timeZone)} ×
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
