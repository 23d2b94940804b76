/** The form for all fields of an event, with its next dates beside it. */

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { PlaceField } from '#features/businesses/web/place-field.tsx';
import { eventCategories } from '#shared/city.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { NotSent } from '#web/forms/not-sent.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Repeat } from '../repeat.ts';
import { ClockFields } from './clock-fields.tsx';
import { eventCategoryLabels } from './event-labels.ts';
import { EventPictureField } from './event-picture-field.tsx';
import { HostField } from './host-field.tsx';
import { NextDates } from './next-dates.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { type Doubt, SaveQuestion, useDoubts } from './save-question.tsx';
import { type EventDraftOptions, ruleFor, type TypedEvent, useEventDraft } from './use-event-draft.ts';
import { askedDates, useNextDates } from './use-next-dates.ts';

const RichTextField = lazy(() =>
  import('#web/rich-text/rich-text-field.tsx').catch(() => ({
    default: () => <LoadFailed message="The editor could not be loaded" onRetry={() => window.location.reload()} />,
  })),
);

interface EventFormProps extends EventDraftOptions {
  /** The button's label. */
  label: string;
  onSaved?: () => Promise<unknown> | undefined;
  cancelTo: string;
}

export function EventForm({ label, onSaved, cancelTo, ...options }: EventFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const clash = useRef<HTMLDivElement>(null);
  const { draft, showStored, isWrong, ...state } = useEventDraft(options);
  const { fields, save } = state;
  const { eventId, start } = options;
  const skippedDays = fields.repeat.every === 'never' ? [] : fields.skippedDays;
  const asked = askedDates(fields, { rule: ruleFor(fields), skippedDays, eventId });
  const { preview, isError } = useNextDates(asked);
  const readDoubt = useDoubts();
  const [doubt, setDoubt] = useState<Doubt | 'reading' | null>(null);

  async function submit() {
    if (doubt !== null) return;
    setDoubt('reading');
    const isNewDay = eventId === undefined || fields.startsOn !== start.fields.startsOn;
    const found = isWrong() ? null : await readDoubt(asked, isNewDay);
    setDoubt(found);
    if (found === null) await send();
  }

  async function send() {
    if (await draft.flush('saved')) {
      await showStored();
      return void (await onSaved?.());
    }
    const { errors, notice: said } = draft.read();
    // After the next drawing: the words about a colleague's edit stand beside the button.
    if (said === 'clash') return void requestAnimationFrame(() => clash.current?.focus());
    if (errors.description) document.getElementById('event-description')?.focus();
    else if (form.current) focusFirstInvalid(form.current, errors);
  }

  function changeRepeat(changed: Partial<Repeat>) {
    draft.change({ repeat: { ...fields.repeat, ...changed } });
    const { rule: _, until: __, count: ___, ...others } = draft.read().errors;
    draft.setErrors(others);
  }

  const notice = <DraftNotice draft={state} noun="event" onDiscard={() => draft.discard()} />;
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
        {state.notice === 'kept' ? notice : null}
        <Fields fields={fields} errors={state.errors} onChange={draft.change.bind(draft)} onRepeat={changeRepeat} />
      </div>
      <NextDates preview={preview} isError={isError} allDay={fields.allDay} />
      <NotSent save={save} />
      {state.notice === 'clash' ? (
        <div ref={clash} tabIndex={-1} className="scroll-mt-24">
          {notice}
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={save.kind === 'saving' || doubt === 'reading'}>
          {save.kind === 'saving' ? 'Saving...' : label}
        </Button>
        <ButtonLink look="secondary" to={cancelTo}>
          Cancel
        </ButtonLink>
      </div>
      {doubt === null || doubt === 'reading' ? null : (
        <SaveQuestion
          {...{ doubt, action: label, isNew: eventId === undefined }}
          onSure={() => void send()}
          onClose={() => setDoubt(null)}
        />
      )}
    </form>
  );
}

interface FieldsProps {
  fields: TypedEvent;
  errors: FieldErrors;
  onChange: (changed: Partial<TypedEvent>) => void;
  onRepeat: (changed: Partial<Repeat>) => void;
}

function Fields({ fields, errors, onChange, onRepeat }: FieldsProps) {
  const text = (
    name: 'title' | 'location' | 'url' | 'organizer' | 'contact' | 'price',
    words: string,
    help?: string,
  ) => (
    <TextField
      label={words}
      name={name}
      help={help}
      value={fields[name]}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <Group title="What">
        {text('title', 'Title')}
        <SelectField
          label="Category"
          name="category"
          value={fields.category}
          error={errors.category}
          onChange={(event) => onChange({ category: event.target.value as TypedEvent['category'] })}
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
            onChange={(description) => onChange({ description })}
          />
        </Suspense>
      </Group>
      <Group title="When">
        <ClockFields clock={fields} errors={errors} onChange={onChange} />
        <RepeatFields
          repeat={fields.repeat}
          startsOn={fields.startsOn}
          skippedDays={fields.skippedDays}
          errors={errors}
          onRepeat={onRepeat}
          onSkippedDays={(skippedDays) => onChange({ skippedDays })}
        />
      </Group>
      <Group title="Where and who">
        {text('location', 'Place (optional)', 'Name first, then the address: “City Hall, 120 W El Prado Dr”.')}
        <PlaceField
          latitude={fields.latitude}
          longitude={fields.longitude}
          address={fields.location || fields.title}
          errors={errors}
          onChange={onChange}
        />
        <HostField id={fields.businessId} name={fields.businessName} error={errors.businessId} onChange={onChange} />
        <label className="flex min-h-11 items-center gap-3 text-16 font-semibold">
          <input
            type="checkbox"
            name="isFree"
            checked={fields.isFree}
            onChange={(event) => onChange({ isFree: event.target.checked })}
            className="size-5 accent-action"
          />
          It is free
        </label>
        {fields.isFree ? null : text('price', 'Price (optional)', 'A few words: “$10 at the door, children free”.')}
        {text('url', 'Link (optional)', 'A page with more about it.')}
        <div className="grid gap-4 sm:grid-cols-2">
          {text('organizer', 'Organizer (optional)')}
          {text('contact', 'Contact (optional)', 'Email or phone, shown to everybody.')}
        </div>
      </Group>
      <Group title="Picture (optional)">
        <EventPictureField src={fields.imageUrl} alt={fields.imageAlt} error={errors.imageUrl} onChange={onChange} />
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 rounded-card border border-line bg-card p-5">
      <legend className="float-left w-full font-display text-21 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
