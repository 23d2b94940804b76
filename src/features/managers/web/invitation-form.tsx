import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { withNewProof } from '#features/accounts/web/with-proof.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { checkForm } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { takeFocus } from '#web/forms/take-focus.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { handOver, InvitationForm as Invitation, inviteManager } from '../contract.ts';

interface InvitationFormProps {
  business: { id: string; name: string };
  /** 'owner' hands the listing over: the form asks once more, and for the password or passkey. */
  kind: 'manager' | 'owner';
  /** The address of the person at the form, who needs no invitation. */
  ownEmail: string;
  /** A sentence about anything else that follows from a hand-over. */
  more?: string;
  onSent: () => Promise<void>;
}

/** The two forms stand below each other, so their fields and buttons have words of their own. */
const words = {
  manager: { button: 'Invite', field: 'Email of the manager' },
  owner: { button: 'Hand over', field: 'Email of the new owner' },
} as const;

/** @param replaced the mailbox whose earlier invitation ended with this one */
function sentWords(email: string, replaced: string | null) {
  if (replaced === null) return { title: 'Sent', text: `${email} gets an email with the link.` };
  if (replaced.toLowerCase() !== email.toLowerCase()) {
    return {
      title: 'Sent',
      text: `${email} gets an email with the link. The offer to ${replaced} is taken back: the link there stops working.`,
    };
  }
  return {
    title: 'Sent again',
    text: `${email} gets a new email. The link in the first one stops working, so ask them to use the new one.`,
  };
}

const whyProof = 'This gives the listing away.';

/** One mailbox, and a mail to it. */
export function InvitationForm({ business, kind, ownEmail, more = '', onSent }: InvitationFormProps) {
  const client = useQueryClient();
  const [error, setError] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const form = useRef<HTMLFormElement | null>(null);
  const { button, field } = words[kind];
  const kept = useKeptForm({ thing: `${button}:${business.id}`, noun: 'invitation' });

  function fail(text: string) {
    setError(text);
    if (form.current) focusFirstInvalid(form.current, { email: text });
  }

  async function send(email: string) {
    if (isSending) return;
    const call = () =>
      callApi(client, kind === 'owner' ? handOver : inviteManager, { params: { id: business.id }, body: { email } });
    setSending(true);
    try {
      const sent = kind === 'manager' ? await call() : await withNewProof(client, whyProof, call);
      if (sent === null) return;
      showToast(sentWords(email, sent.answer.replaced));
      setError(undefined);
      setAsked(null);
      form.current?.reset();
      kept.settle();
      await onSent();
    } catch (problem) {
      setAsked(null);
      fail(problemMessage(problem, 'It was not sent. Please check the connection and try again.'));
    } finally {
      setSending(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    form.current = event.currentTarget;
    const { values, errors } = checkForm(Invitation, event.currentTarget);
    if (values === null) return fail(errors.email ?? 'Please enter a valid email address');
    if (values.email.toLowerCase() === ownEmail.toLowerCase()) return fail('This is your own address');
    setError(undefined);
    if (kind === 'owner') setAsked(values.email);
    else void send(values.email);
  }

  function answerNo() {
    setAsked(null);
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
  }

  return (
    <form
      ref={kept.ref}
      noValidate
      onSubmit={submit}
      // The question names an address that no longer stands in the field.
      onInput={() => setAsked(null)}
      aria-label={button}
      className="grid gap-3"
    >
      {kept.notice}
      <TextField label={field} name="email" type="email" autoComplete="off" error={error} />
      {asked === null ? (
        <Button type="submit" look="secondary" aria-disabled={isSending} className="justify-self-start">
          {isSending ? 'Sending...' : button}
        </Button>
      ) : (
        <HandOverQuestion
          name={business.name}
          email={asked}
          more={more}
          isBusy={isSending}
          onYes={() => void send(asked)}
          onNo={answerNo}
        />
      )}
    </form>
  );
}

interface HandOverQuestionProps {
  name: string;
  email: string;
  more: string;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Names the listing and the address: a slip in either gives a shop away. */
function HandOverQuestion({ name, email, more, isBusy, onYes, onNo }: HandOverQuestionProps) {
  return (
    <fieldset className="grid gap-3 rounded-control bg-gold-ground p-4">
      <legend className="sr-only">Hand the listing over</legend>
      <p className="text-16 [overflow-wrap:anywhere]" tabIndex={-1} ref={takeFocus}>
        <strong className="font-semibold">
          Hand {name} over to {email}?
        </strong>{' '}
        Once they accept, they decide over it, and you and your managers have no access any more. {more}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" aria-disabled={isBusy} onClick={onYes}>
          {isBusy ? 'Handing over...' : 'Yes, hand it over'}
        </Button>
        <Button look="secondary" onClick={() => isBusy || onNo()}>
          No
        </Button>
      </div>
    </fieldset>
  );
}
