import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { newsletterEmailPattern, subscribeToNewsletter } from '../contract.ts';

const done = { title: 'Success!', text: "You've been successfully subscribed to our newsletter." };

/** Checks the address. Each of the two refusals has a title and a text. */
function checkEmail(email: string): { title: string; text: string } | null {
  if (email === '') return { title: 'Email Required', text: 'Please enter your email address.' };
  if (!newsletterEmailPattern.test(email))
    return { title: 'Invalid Email', text: 'Please enter a valid email address.' };
  return null;
}

export function NewsletterBox() {
  const client = useQueryClient();
  const sent = usePlainForm('newsletter');
  const [email, setEmail] = useState(sent && !sent.done ? (sent.values.email ?? '') : '');
  const [error, setError] = useState<string | undefined>(sent?.fields.email);
  const subscribe = useMutation({
    mutationFn: (address: string) => callApi(client, subscribeToNewsletter, { body: { email: address } }),
    onSuccess: () => {
      setEmail('');
      showToast(done);
    },
    onError: (failure) =>
      showToast({
        title: 'Subscription Failed',
        text: problemMessage(failure, 'Failed to subscribe'),
        destructive: true,
      }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = email.trim();
    const refused = checkEmail(address);
    setError(refused?.text);
    if (refused) {
      showToast({ ...refused, destructive: true });
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    subscribe.mutate(address);
  }

  return (
    <form
      method="post"
      action="/newsletter"
      noValidate
      onSubmit={submit}
      className="rounded-card border border-line bg-card p-6 shadow-card sm:p-10"
    >
      <div className="grid items-end gap-6 lg:grid-cols-2">
        <div>
          <h2 className="text-26 lg:text-34">Keep up with the neighborhood</h2>
          <p className="mt-2 max-w-md">
            Business news and community events, now and then, by email. Leave whenever you like.
          </p>
        </div>
        {sent?.done ? (
          <p role="status" className="font-semibold">
            {done.title} {done.text}
          </p>
        ) : (
          <div className="newsletter-fields flex flex-col gap-3 sm:flex-row sm:items-start">
            <div className="flex-1">
              <TextField
                label="Email address"
                hideLabel
                type="email"
                name="email"
                autoComplete="email"
                placeholder="Enter your email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                error={error}
                disabled={subscribe.isPending}
              />
            </div>
            <Button type="submit" disabled={subscribe.isPending} className="min-h-12">
              {subscribe.isPending ? 'Subscribing...' : 'Subscribe'}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
