import { useQueryClient } from '@tanstack/react-query';
import { eventCategoryLabels } from '#features/events/web/event-labels.ts';
import { eventCategories } from '#shared/city.ts';
import { errorsByField } from '#shared/errors-by-field.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { DraftNotice } from '#web/forms/draft-notice.tsx';
import { NotSent } from '#web/forms/not-sent.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { addOwnEvent, changeOwnEvent, type OwnEvent, type OwnPosts } from '../contract.ts';
import { OwnEventForm as Form } from '../post-forms.ts';
import { usePostDraft } from './use-post-draft.ts';

function check(fields: Form) {
  const result = Form.safeParse(fields);
  return result.success ? {} : errorsByField(result.error);
}

const empty = { startsOn: '', startTime: '', endsOn: '', endTime: '', price: '', description: '', url: '', title: '' };

interface OwnEventFormProps {
  listing: OwnPosts;
  /** undefined: a new one. */
  event?: OwnEvent;
  userId: string;
  onClose: () => void;
}

/** An event that the listing puts on: a new one, or a change. */
export function OwnEventForm({ listing, event, userId, onClose }: OwnEventFormProps) {
  const client = useQueryClient();
  const { id, name: listingName, address } = listing.business;
  const isAtOnce = listing.isDirect && event?.state !== 'hidden';
  const { form, draft, fields, errors, state, isSaving, submit, cancel } = usePostDraft<Form>({
    ...{ userId, thing: `own-event:${event?.id ?? id}`, noun: 'event', schema: Form, check, onClose },
    start: event?.form ?? {
      ...empty,
      ...{ category: 'business', allDay: false, isFree: false },
      location: address === null ? listingName : `${listingName}, ${address}`,
    },
    send: async (body) =>
      (event
        ? await callApi(client, changeOwnEvent, { params: { id, postId: event.id }, body })
        : await callApi(client, addOwnEvent, { params: { id }, body })
      ).answer,
    saved: isAtOnce ? 'It is in the calendar' : 'We look at it first, usually within a day',
  });
  type Texts = Exclude<keyof Form, 'allDay' | 'isFree' | 'category'>;
  const given = (name: Texts) => ({
    ...{ name, value: fields[name], error: errors[name] },
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      draft.change({ [name]: value } as Partial<Form>),
  });
  const box = (name: 'allDay' | 'isFree', label: string) => (
    <label className="flex min-h-11 items-center gap-3 text-16 font-semibold">
      <input
        type="checkbox"
        name={name}
        className="size-5 accent-action"
        checked={fields[name]}
        onChange={({ target }) => draft.change({ [name]: target.checked })}
      />
      {label}
    </label>
  );
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <DraftNotice draft={state} noun="event" onDiscard={() => draft.discard()} />
      <TextField label="Title" {...given('title')} />
      <SelectField
        label="Category"
        name="category"
        value={fields.category}
        error={errors.category}
        onChange={({ target }) => draft.change({ category: target.value as Form['category'] })}
      >
        {eventCategories.map((category) => (
          <option key={category} value={category}>
            {eventCategoryLabels[category].label}
          </option>
        ))}
      </SelectField>
      {box('allDay', 'All day')}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Day" type="date" min={listing.today} {...given('startsOn')} />
        {fields.allDay ? null : <TextField label="Starts at" type="time" {...given('startTime')} />}
        <TextField
          label="Last day (optional)"
          type="date"
          help="Only if it runs for several days."
          {...given('endsOn')}
        />
        {fields.allDay ? null : <TextField label="Ends at (optional)" type="time" {...given('endTime')} />}
      </div>
      <TextField label="Place" {...given('location')} />
      {box('isFree', 'It is free')}
      {fields.isFree ? null : (
        <TextField label="Price (optional)" help="A few words: “$10 at the door, children free”." {...given('price')} />
      )}
      <TextArea label="Description" rows={5} {...given('description')} />
      <TextField label="Link (optional)" type="url" help="A page with more about it." {...given('url')} />
      <NotSent save={state.save} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Sending...' : isAtOnce ? 'Publish' : 'Send'}
        </Button>
        <Button look="secondary" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
