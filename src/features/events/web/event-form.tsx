/** The form for all fields of an event, with its next dates beside it. */

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { errorsByField } from '#shared/errors-by-field.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { isDay } from '../event-clock.ts';
import { type Repeat, repeatOf, ruleOf } from '../repeat.ts';
import { type EventFields, EventForm as EventFormSchema, type EventForm as Form } from '../staff-contract.ts';
import { ClockFields } from './clock-fields.tsx';
import { eventCategoryLabels } from './event-labels.ts';
import { EventPictureField } from './event-picture-field.tsx';
import { NextDates } from './next-dates.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { useNextDates } from './use-next-dates.ts';

const RichTextField = lazy(() =>
  import('#web/rich-text/rich-text-field.tsx').catch(() => ({
    default: () => <LoadFailed message="The editor could not be loaded" onRetry={() => window.location.reload()} />,
  })),
);

interface EventFormProps {
  initial: EventFields;
  /** The button's label. */
  label: string;
  isPending: boolean;
  /** Returns errors by field; null when it is saved. */
  onSubmit: (form: Form) => Promise<FieldErrors | null>;
  cancelTo: string;
}

export function EventForm({ initial, label, isPending, onSubmit, cancelTo }: EventFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(initial);
  const [repeat, setRepeat] = useState<Repeat>(() => repeatOf(initial.rule, initial.startsOn));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isTouched, setTouched] = useState(false);
  const rule = ruleFor(repeat, fields.startsOn);
  const { preview, isError } = useNextDates(fields, rule, repeat.every === 'never' ? [] : fields.skippedDays);
  useLeaveWarning(isTouched);

  function change(changed: Partial<EventFields>) {
    setTouched(true);
    setFields((before) => ({ ...before, ...changed }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))));
  }

  function changeRepeat(changed: Partial<Repeat>) {
    setTouched(true);
    setRepeat((before) => ({ ...before, ...changed }));
    setErrors(({ rule: _, until: __, count: ___, skippedDays: ____, ...others }) => others);
  }

  function show(found: FieldErrors) {
    setErrors(found);
    if (found.description) document.getElementById('event-description')?.focus();
    else if (form.current) focusFirstInvalid(form.current, found);
  }

  async function submit() {
    const wrong = wrongRepeat(repeat);
    const result = z.safeParse(EventFormSchema, { ...fields, rule });
    if (!result.success || Object.keys(wrong).length > 0) {
      return show({ ...(result.error && errorsByField(result.error)), ...wrong });
    }
    setTouched(false);
    const refused = await onSubmit(result.data);
    if (refused === null) return setErrors({});
    setTouched(true);
    show(refused);
  }

  const text = (name: 'title' | 'location' | 'url' | 'organizer' | 'contact', words: string, help?: string) => (
    <TextField
      label={words}
      name={name}
      help={help}
      value={fields[name]}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="grid gap-8">
        <Group title="What">
          {text('title', 'Title')}
          <SelectField
            label="Category"
            name="category"
            value={fields.category}
            error={errors.category}
            onChange={(event) => change({ category: event.target.value as EventFields['category'] })}
          >
            {eventCategories.map((category) => (
              <option key={category} value={category}>
                {eventCategoryLabels[category].label}
              </option>
            ))}
          </SelectField>
          <Suspense fallback={<Spinner />}>
            <RichTextField
              id="event-description"
              label="Description (optional)"
              value={fields.description}
              error={errors.description}
              onChange={(description) => change({ description })}
            />
          </Suspense>
        </Group>
        <Group title="When">
          <ClockFields clock={fields} errors={errors} onChange={change} />
          <RepeatFields
            repeat={repeat}
            startsOn={fields.startsOn}
            skippedDays={fields.skippedDays}
            errors={errors}
            onRepeat={changeRepeat}
            onSkippedDays={(skippedDays) => change({ skippedDays })}
          />
        </Group>
        <Group title="Where and who">
          {text('location', 'Place (optional)', 'Name first, then the address: “City Hall, 120 W El Prado Dr”.')}
          {text('url', 'Link (optional)', 'A page with more about it.')}
          <div className="grid gap-4 sm:grid-cols-2">
            {text('organizer', 'Organizer (optional)')}
            {text('contact', 'Contact (optional)', 'Email or phone, shown to everybody.')}
          </div>
        </Group>
        <Group title="Picture (optional)">
          <EventPictureField src={fields.imageUrl} alt={fields.imageAlt} error={errors.imageUrl} onChange={change} />
        </Group>
      </div>
      <NextDates preview={preview} isError={isError} allDay={fields.allDay} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Saving...' : label}
        </Button>
        <ButtonLink look="secondary" to={cancelTo}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

function ruleFor(repeat: Repeat, startsOn: string): string | null {
  return isDay(startsOn) && Object.keys(wrongRepeat(repeat)).length === 0 ? ruleOf(repeat, startsOn) : null;
}

/** Checks the choices that would not make a rule. */
function wrongRepeat({ every, ends, until, count }: Repeat): FieldErrors {
  if (every === 'never' || every === 'other') return {};
  if (ends === 'until' && !isDay(until)) return { until: 'Choose the last day' };
  if (ends === 'count' && !/^[1-9]\d{0,2}$/.test(count.trim())) return { count: 'Enter a number from 1 to 999' };
  return {};
}

/** Asks before leaving the page with unsaved changes. */
function useLeaveWarning(isTouched: boolean): void {
  useEffect(() => {
    if (!isTouched) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isTouched]);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 rounded-card border border-line bg-card p-5">
      <legend className="float-left w-full font-display text-21 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
