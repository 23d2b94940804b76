import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { type Topic, topicNames } from '#features/newsletter/blocks.ts';
import { getPreferences, savePreferences } from '#features/newsletter/reader-contract.ts';
import { BrokenLink, isBrokenLink } from '#features/newsletter/web/broken-link.tsx';
import { newsletterTopics } from '#shared/newsletter-topics.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Button } from '#web/ui/button.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const preferencesQuery = (token: string) => endpointQuery(getPreferences, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) => [preferencesQuery(search.get('token') ?? '')];

const explained: Record<Topic, string> = {
  'business-news': 'New places, openings and offers in town.',
  'community-events': "What's on, and what happened.",
};

export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  const { data, error, refetch } = useQuery(preferencesQuery(token));
  return (
    <Container className="py-10">
      <div className="max-w-xl">
        <PageHead title="Your newsletter" description="Choose what you get." noIndex />
        {isBrokenLink(error) ? <BrokenLink /> : null}
        {error && !isBrokenLink(error) ? (
          <LoadFailed message="We could not load your choice." onRetry={() => void refetch()} />
        ) : null}
        {data === undefined && !error ? <Spinner /> : null}
        {data ? (
          <>
            <Preferences token={token} email={data.email} chosen={data.status === 'unsubscribed' ? [] : data.topics} />
            {data.status === 'pending' ? (
              <p className="mt-4 rounded-card border border-line bg-card p-4">
                One more step: we have sent an email to {data.email}. Say yes there, and the newsletter comes again.
              </p>
            ) : null}
          </>
        ) : null}
      </div>
    </Container>
  );
}

/** A plain form that works with and without script. */
function Preferences({ token, email, chosen }: { token: string; email: string; chosen: readonly Topic[] }) {
  const client = useQueryClient();
  const plain = usePlainForm('preferences');
  const [said, setSaid] = useState('');
  const save = useMutation({
    mutationFn: (wanted: Topic[]) => callApi(client, savePreferences, { body: { token, topics: wanted } }),
    onSuccess: ({ answer }) => {
      setSaid(answer.message);
      void client.invalidateQueries({ queryKey: preferencesQuery(token).queryKey });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSaid('');
    save.mutate(newsletterTopics.filter((topic) => form.has(topic)));
  }

  const done = save.isPending ? '' : said || (plain?.done ? plain.message : '');
  const failure = save.isError
    ? problemMessage(save.error, 'That did not work. Please try again.')
    : plain && !plain.done
      ? plain.message
      : '';
  return (
    <>
      <h1 className="text-34">Your newsletter</h1>
      <p className="mt-2 text-ink-soft">What {email} gets from us. Choose nothing to get no more newsletters.</p>
      <form
        method="post"
        action={`/newsletter/preferences?${new URLSearchParams({ token })}`}
        onSubmit={submit}
        className="mt-6 rounded-card border border-line bg-card p-6 shadow-card"
      >
        <fieldset className="grid gap-1">
          <legend className="mb-2 font-semibold">Send me</legend>
          {newsletterTopics.map((topic) => (
            <label key={topic} className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
              <input
                type="checkbox"
                name={topic}
                value="yes"
                defaultChecked={chosen.includes(topic)}
                className="size-5"
              />
              <span>
                {topicNames[topic]}
                <span className="block text-16 text-ink-soft">{explained[topic]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" className="mt-4" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
        <p role="status" className="mt-3 empty:hidden">
          {done}
        </p>
        {failure ? (
          <p role="alert" className="mt-3 text-danger">
            {failure}
          </p>
        ) : null}
      </form>
    </>
  );
}
