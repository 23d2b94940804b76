import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { eventCategories } from '#shared/city.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { SentNotice } from '#web/forms/sent-notice.tsx';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import type { ClockFields } from '../event-clock.ts';
import { ChangeForm, changeSuggestion, SuggestionForm as Schema, suggestEvent } from '../suggestion-contract.ts';
import { eventCategoryLabels } from './event-labels.ts';

/** Read separately from the schema, so that a wrong time is reported together with all other errors. */
function typedTimes(form: HTMLFormElement): ClockFields {
  const typed = new FormData(form);
  const text = (name: keyof ClockFields) => String(typed.get(name) ?? '').trim();
  const [startsOn, startTime] = [text('startsOn'), text('startTime')];
  return { allDay: typed.has('allDay'), startsOn, startTime, endsOn: text('endsOn'), endTime: text('endTime') };
}

/** The check is loaded when it is needed; where that fails, the server alone checks. */
async function wrongTimes(form: HTMLFormElement, timeZone: string): Promise<FieldErrors | null> {
  const typed = typedTimes(form);
  const clock = await import('../event-clock.ts').catch(() => null);
  return clock?.readClock(typed, timeZone).errors ?? null;
}

/** Checks the form before it is sent, and shows what is refused. */
function useSendSuggestion(sent: ReturnType<typeof usePlainForm>, ownEmail: string | null, isAgain: boolean) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const [errors, setErrors] = useState<FieldErrors>(sent?.fields ?? {});
  const send = useMutation({
    mutationFn: async (body: Schema | ChangeForm) =>
      'token' in body ? callApi(client, changeSuggestion, { body }) : callApi(client, suggestEvent, { body }),
  });

  function show(form: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    focusFirstInvalid(form, found);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = isAgain ? checkForm(ChangeForm, form) : checkForm(Schema, form);
    const clock = await wrongTimes(form, timeZone);
    if (checked.values === null || clock) return show(form, { ...clock, ...checked.errors });
    setErrors({});
    try {
      const { values } = checked;
      if ('token' in values) await send.mutateAsync(values);
      else await send.mutateAsync({ ...values, isSelf: values.senderEmail.toLowerCase() === ownEmail?.toLowerCase() });
    } catch (error) {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'It was not sent. Please try again.'),
        destructive: true,
      });
      if (error instanceof ApiError) show(form, error.problem?.fields ?? {});
    }
  }

  const answer = send.data?.answer;
  const token = answer !== undefined && 'token' in answer ? answer.token : null;
  return { errors, submit, isPending: send.isPending, message: answer?.message, token };
}

/** @param token null: the mailbox has to be confirmed first */
function Sent({ message, token }: { message: string; token: string | null }) {
  const link = 'inline-flex min-h-11 items-center';
  return (
    <SentNotice>
      <p>{message}</p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        {token === null ? null : (
          // A fresh read: the words that were just sent.
          <a href={`/events/suggested?token=${token}`} className={link}>
            See what you sent
          </a>
        )}
        <Link to="/events" className={link}>
          See the events
        </Link>
        <a href="/events/suggest" className={link}>
          Suggest another
        </a>
      </p>
    </SentNotice>
  );
}

interface SuggestionFormProps {
  /** An event that was sent before, to be changed or sent again. */
  again?: {
    token: string;
    values: Readonly<Record<string, string>>;
    /** It is in the calendar: staff look at the other words first. */
    isPublished?: boolean;
  };
}

/** Works without script. With script, the form is checked here first and stays on the page. */
export function SuggestionForm({ again }: SuggestionFormProps) {
  const sent = usePlainForm(again ? 'suggestion-again' : 'suggestion');
  const { user } = useCurrentUser();
  const confirmed = user?.emailVerified ? user : null;
  const { errors, submit, isPending, message, token } = useSendSuggestion(
    sent,
    confirmed?.email ?? null,
    again !== undefined,
  );
  const done = message ?? (sent?.done ? sent.message : null);
  if (done) return <Sent message={done} token={again?.token ?? token} />;
  const kept: Record<string, string | undefined> = sent?.values ??
    again?.values ?? {
      senderName: confirmed?.username,
      senderEmail: confirmed?.email,
    };
  const field = (
    name: keyof Schema,
    label: string,
    more: { type?: string; help?: string; autoComplete?: string } = {},
  ) => <TextField label={label} name={name} defaultValue={kept[name]} error={errors[name]} {...more} />;
  return (
    <form
      method="post"
      action={again ? `/events/suggested?token=${again.token}` : '/events/suggest'}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="suggestion-form grid gap-5"
    >
      {again ? <input type="hidden" name="token" value={again.token} /> : null}
      {sent && !sent.done ? (
        <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {sent.message}
        </p>
      ) : null}
      {field('title', 'Title')}
      <SelectField label="Category" name="category" defaultValue={kept.category || 'community'} error={errors.category}>
        {eventCategories.map((category) => (
          <option key={category} value={category}>
            {eventCategoryLabels[category].label}
          </option>
        ))}
      </SelectField>
      <label className="flex min-h-11 items-center gap-3 text-16 font-semibold">
        <input type="checkbox" name="allDay" defaultChecked={kept.allDay === 'on'} className="size-5 accent-action" />
        All day
      </label>
      <div className="grid gap-5 sm:grid-cols-2">
        {field('startsOn', 'Day', { type: 'date' })}
        <div className="hours">{field('startTime', 'Starts at', { type: 'time' })}</div>
        {field('endsOn', 'Last day (optional)', { type: 'date', help: 'Only if it runs for several days.' })}
        <div className="hours">{field('endTime', 'Ends at (optional)', { type: 'time' })}</div>
      </div>
      {field('location', 'Place', { help: 'Name and address.' })}
      <label className="flex min-h-11 items-center gap-3 text-16 font-semibold">
        <input type="checkbox" name="isFree" defaultChecked={kept.isFree === 'on'} className="size-5 accent-action" />
        It is free
      </label>
      <div className="price">
        {field('price', 'Price (optional)', { help: 'A few words: “$10 at the door, children free”.' })}
      </div>
      <TextArea
        label="Description"
        name="description"
        rows={5}
        defaultValue={kept.description}
        error={errors.description}
      />
      {field('url', 'Link (optional)', { type: 'url', help: 'A page with more about it.' })}
      {/* The page is there before the browser knows who is signed in. */}
      <div key={confirmed?.email} className="grid gap-5 sm:grid-cols-2">
        {field('senderName', 'Your name', { autoComplete: 'name' })}
        {again
          ? null
          : field('senderEmail', 'Your email', {
              type: 'email',
              autoComplete: 'email',
              help: confirmed
                ? 'Not shown. With the address of your account, no link to confirm is needed.'
                : 'Not shown. You get a link to confirm.',
            })}
      </div>
      <TextArea
        label="Anything we should know? (optional)"
        name="message"
        rows={2}
        help="For example, how it repeats."
        defaultValue={kept.message}
        error={errors.message}
      />
      <Button type="submit" size="large" disabled={isPending} className="justify-self-start">
        {isPending ? 'Sending...' : again?.isPublished ? 'Send the change' : 'Send'}
      </Button>
    </form>
  );
}
