import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/current-user.ts';
import { type ContactReason, contactPath, contactSubject } from '#shared/contact-path.ts';
import type { Answer } from '#shared/endpoint.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { checkForm, type FieldErrors } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { Link } from '#web/router/link.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import {
  ContactForm as ContactFormSchema,
  composeContactMessage,
  type getContactStart,
  sendContactMessage,
} from '../contract.ts';

const success = {
  title: 'Message sent successfully',
  text: "Thank you for contacting us. We'll get back to you soon!",
};
const failure = {
  title: 'Error sending message',
  text: 'There was a problem sending your message. Please try again.',
  destructive: true,
};

interface ContactFormProps {
  wasSent: boolean;
  /** Undefined while it loads, and when the page's address names no listing. */
  start: Answer<typeof getContactStart> | undefined;
  reason: ContactReason;
}

/**
 * Sends the message. On success it shows a toast, says so at the form and empties it; on failure it shows a toast and keeps every
 * field.
 */
export function ContactForm({ wasSent, start, reason }: ContactFormProps) {
  const client = useQueryClient();
  const { user } = useCurrentUser();
  const listing = start?.listing;
  const sent = usePlainForm('contact');
  const [errors, setErrors] = useState<FieldErrors>(sent?.fields ?? {});
  const [answerTo, setAnswerTo] = useState('');
  const send = useMutation({
    mutationFn: (form: ContactFormSchema) =>
      callApi(client, sendContactMessage, { body: composeContactMessage({ ...form, about: listing?.slug }) }),
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkForm(ContactFormSchema, form);
    setAnswerTo('');
    setErrors(checked.errors);
    if (checked.values === null) {
      focusFirstInvalid(form, checked.errors);
      return;
    }
    try {
      await send.mutateAsync(checked.values);
      form.reset();
      setAnswerTo(checked.values.email);
      showToast(success);
    } catch {
      showToast(failure);
    }
  }

  const person = start?.person ?? (user ? { name: user.username, email: user.email } : undefined);
  const subject = listing ? contactSubject(listing.name, reason) : undefined;
  const kept: Partial<Record<string, string | undefined>> = sent?.values ?? { ...person, subject };
  const action = listing ? contactPath(listing.slug, reason) : '/contact';
  return (
    <form method="post" action={action} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {wasSent ? (
        <p role="status" className="rounded-control bg-ground-deep p-4">
          <strong>{success.title}.</strong> {success.text}
        </p>
      ) : null}
      {listing ? (
        <p className="flex flex-wrap items-center gap-x-4 rounded-control bg-ground-deep px-4 py-1 [overflow-wrap:anywhere]">
          <span>
            About{' '}
            <Link to={`/business/${listing.slug}`} className="inline-block py-2 font-semibold underline">
              {listing.name}
            </Link>
          </span>
          <Link to="/contact" replace className="inline-block py-2 text-16 underline">
            Not about this listing
          </Link>
        </p>
      ) : null}
      {sent && !sent.done ? (
        <p role="alert" className="rounded-control bg-danger-ground p-4 font-semibold text-danger">
          {sent.message}
        </p>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" required defaultValue={kept.name} error={errors.name} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={kept.email}
          error={errors.email}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Phone (optional)"
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={kept.phone}
          error={errors.phone}
        />
        <TextField label="Subject" name="subject" required defaultValue={kept.subject} error={errors.subject} />
      </div>
      <TextArea label="Message" name="message" rows={6} required defaultValue={kept.message} error={errors.message} />
      <Button type="submit" size="large" disabled={send.isPending} className="justify-self-start">
        {send.isPending ? 'Sending...' : 'Send Message'}
      </Button>
      {/* Stays when the toast is gone. In the page from the start, so that screen readers notice its text. */}
      <p role="status" className="rounded-control bg-ground-deep self-start p-4 empty:-mt-5 empty:p-0">
        {answerTo ? (
          <>
            <strong>We have your message.</strong> You will hear from us at {answerTo}.
          </>
        ) : null}
      </p>
    </form>
  );
}
