import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { withProof } from '#features/accounts/web/with-proof.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { checkForm } from '#web/forms/check-form.ts';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKeptForm } from '#web/forms/use-kept-form.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { type handOver, InvitationForm as Invitation, type inviteManager } from '../contract.ts';

interface InvitationFormProps {
  businessId: string;
  endpoint: typeof inviteManager | typeof handOver;
  label: 'Invite' | 'Hand over';
  onSent: () => Promise<void>;
}

/** One mailbox, and a mail to it. */
export function InvitationForm({ businessId, endpoint, label, onSent }: InvitationFormProps) {
  const client = useQueryClient();
  const [error, setError] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);
  const kept = useKeptForm({ thing: `${label}:${businessId}`, noun: 'invitation' });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { values, errors } = checkForm(Invitation, form);
    const fail = (text: string) => {
      setError(text);
      focusFirstInvalid(form, { email: text });
    };
    if (values === null) return fail(errors.email ?? 'Please enter a valid email address');
    setSending(true);
    try {
      await withProof(client, () => callApi(client, endpoint, { params: { id: businessId }, body: values }));
      showToast({ title: 'Sent', text: `${values.email} gets an email with the link.` });
      setError(undefined);
      form.reset();
      kept.settle();
      await onSent();
    } catch (problem) {
      fail(problemMessage(problem, 'It was not sent. Please check the connection and try again.'));
    } finally {
      setSending(false);
    }
  }

  return (
    <form ref={kept.ref} noValidate onSubmit={(event) => void submit(event)} aria-label={label} className="grid gap-3">
      {kept.notice}
      <TextField label="Their email" name="email" type="email" autoComplete="off" error={error} />
      <Button type="submit" look="secondary" aria-disabled={isSending} className="justify-self-start">
        {isSending ? 'Sending...' : label}
      </Button>
    </form>
  );
}
