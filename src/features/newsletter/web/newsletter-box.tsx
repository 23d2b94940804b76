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
  const [subscribed, setSubscribed] = useState('');
  const subscribe = useMutation({
    mutationFn: (address: string) => callApi(client, subscribeToNewsletter, { body: { email: address } }),
    onSuccess: (_, address) => {
      setEmail('');
      setSubscribed(address);
      showToast(done);
    },
    onError: (failure) => {
      const text = problemMessage(failure, 'Failed to subscribe');
      setError(text);
      showToast({ title: 'Subscription Failed', text, destructive: true });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = email.trim();
    const refused = checkEmail(address);
    setError(refused?.text);
    setSubscribed('');
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
      className="rounded-card border border-line bg-card p-5 shadow-card sm:p-10"
    >
      <div className="grid items-end gap-6 lg:grid-cols-2">
        <div>
          <h2 className="text-26 lg:text-34">Keep up with the neighborhood</h2>
          <p className="mt-2 max-w-md">
            Business news and community events, now and then, by email. Unsubscribe any time.
          </p>
        </div>
        {sent?.done ? (
          <p role="status" className="font-semibold">
            {done.title} {done.text}
          </p>
        ) : (
          <div>
            <div className="newsletter-fields flex flex-wrap items-start gap-2 sm:gap-3">
              <div className="min-w-[min(100%,11.5rem)] flex-1">
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
              <Button type="submit" disabled={subscribe.isPending} className="min-h-12 max-sm:flex-auto max-sm:px-4">
                {subscribe.isPending ? 'Subscribing...' : 'Subscribe'}
              </Button>
            </div>
            {/* Stays when the toast is gone. In the page from the start, so that screen readers notice its text. */}
            <p role="status" className="not-empty:mt-3">
              {subscribed ? (
                <>
                  <strong>You are on the list.</strong> Our next newsletter comes to {subscribed}.
                </>
              ) : null}
            </p>
          </div>
        )}
      </div>
    </form>
  );
}
