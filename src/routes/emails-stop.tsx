import { useQuery } from '@tanstack/react-query';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getLinkedChoice, type LinkedChoice } from '#features/mail-choices/contract.ts';
import { mailWords } from '#features/mail-choices/mail-words.ts';
import { mailKindNames } from '#shared/mail-kinds.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const linkQuery = (token: string) => endpointQuery(getLinkedChoice, { query: { token } });

export const queries = ({ search }: PageArgs<'token'>) => [linkQuery(search.get('token') ?? '')];

function Choice({ choice: { kind, isOn, username }, token }: { choice: LinkedChoice; token: string }) {
  const started = usePlainForm('start-emails');
  const stopped = usePlainForm('stop-emails');
  const refused = [started, stopped].find((result) => result && !result.done);
  const { tells, without } = mailWords[kind];
  const about = `emails about ${mailKindNames[kind]}`;
  const title = !isOn ? `No more ${about}` : started?.done ? `You get ${about} again` : `Stop ${about}?`;
  return (
    <EmptyState
      level={1}
      drawing={drawing}
      title={title}
      text={isOn ? `${username} gets these emails: ${tells} ${without}` : `${username} gets none of them. ${without}`}
    >
      {refused ? (
        <p role="alert" className="w-full text-danger">
          {refused.message}
        </p>
      ) : null}
      <form method="post" action={`/emails/${isOn ? 'stop' : 'start'}?${new URLSearchParams({ token })}`}>
        <Button type="submit" look={isOn && !started?.done ? 'primary' : 'secondary'}>
          {isOn ? 'Stop these emails' : 'Turn them on again'}
        </Button>
      </form>
      <ButtonLink to="/account#emails" look="quiet">
        What we send you
      </ButtonLink>
    </EmptyState>
  );
}

/** Opening the link changes nothing, because mail scanners open links too. The one button does, without script as well. */
export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  const { data, error, refetch } = useQuery(linkQuery(token));
  const isBroken = error instanceof ApiError && error.status < 500;
  return (
    <>
      <PageHead title="What we send you" description="Stop emails about your listing." noIndex />
      {data ? <Choice choice={data} token={token} /> : null}
      {data || error ? null : <Spinner />}
      {isBroken ? (
        <EmptyState
          level={1}
          drawing={drawing}
          title="This link does not work"
          text="Please use the link in your latest email from us, or choose on your account page."
        >
          <ButtonLink to="/account#emails">Your account</ButtonLink>
        </EmptyState>
      ) : null}
      {error && !isBroken ? (
        <Container className="py-10">
          <LoadFailed message="We could not load your choice." onRetry={() => void refetch()} />
        </Container>
      ) : null}
    </>
  );
}
