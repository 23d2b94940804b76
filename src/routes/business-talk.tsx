import { useQuery } from '@tanstack/react-query';
import { TalkOfVisitor, talkQuery } from '#features/business-messages/web/talk.tsx';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { Card, Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export const queries = ({ search }: PageArgs<'token'>) => [talkQuery(search.get('token') ?? '')];

/** A talk with a business, for the visitor who has the mailed link. */
export function Page({ search }: PageProps<'token'>) {
  const token = search.get('token') ?? '';
  const { data, error, refetch } = useQuery(talkQuery(token));
  return (
    <>
      <PageHead title="Your messages" description="Read what a business answered, and write back." noIndex />
      <Container className="py-10 lg:py-16">
        <Card className="mx-auto max-w-2xl p-6 sm:p-8">
          {data ? (
            <TalkOfVisitor token={token} talk={data} />
          ) : isNotFound(error) ? (
            <>
              <h1 className="text-34">This link does not work</h1>
              <p className="mt-2">
                It may be cut off, the messages may be deleted, which happens 24 months after the last word, or the
                business is not here any more.
              </p>
              <Link to="/directory" className="mt-4 inline-flex min-h-11 items-center">
                See the directory
              </Link>
            </>
          ) : error ? (
            <LoadFailed message="We could not load your messages." onRetry={() => void refetch()} />
          ) : (
            <Spinner label="Loading your messages..." />
          )}
        </Card>
      </Container>
    </>
  );
}
