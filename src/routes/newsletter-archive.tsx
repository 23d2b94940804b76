import { useQuery } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { listArchive } from '#features/newsletter/reader-contract.ts';
import { NewsletterBox } from '#features/newsletter/web/newsletter-box.tsx';
import { formatDate } from '#shared/dates.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import drawing from '#web/art/empty/no-news.svg';
import { Link } from '#web/router/link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingList, Skeleton } from '#web/ui/skeleton.tsx';

const archiveQuery = endpointQuery(listArchive, {});

export const queries = () => [archiveQuery];

export function Page() {
  const city = useCity();
  const { data: issues, isError, refetch } = useQuery(archiveQuery);
  return (
    <Container className="py-10">
      <div className="max-w-3xl">
        <PageHead title="Newsletter" description={`What we sent to the readers of ${city.name}.`} noIndex />
        <h1 className="text-34">Newsletter</h1>
        <p className="mt-2 text-ink-soft">Every issue we have sent.</p>
        {isError ? <LoadFailed message="Failed to fetch the issues" onRetry={() => void refetch()} /> : null}
        {issues === undefined && !isError ? (
          <LoadingList count={4} label="Loading issues" className="mt-6 grid gap-3">
            <Skeleton className="h-16 rounded-card" />
          </LoadingList>
        ) : null}
        {issues?.length === 0 ? (
          <EmptyState
            drawing={drawing}
            title="No issue yet"
            text="The first one is still to come. Subscribe to get it."
          />
        ) : null}
        <ul className="mt-6 grid gap-3">
          {issues?.map(({ slug, subject, sentAt }) => (
            <li key={slug} className="rounded-card border border-line bg-card px-5 py-4 shadow-card">
              <Link to={`/newsletter/archive/${slug}`} className="font-semibold">
                {subject}
              </Link>
              <p className="text-16 text-ink-soft">
                <time dateTime={sentAt}>{formatDate(sentAt, city.timeZone)}</time>
              </p>
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-12 print:hidden">
        <NewsletterBox />
      </div>
    </Container>
  );
}
