import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { listArchive } from '#features/newsletter/reader-contract.ts';
import { NewsletterBox } from '#features/newsletter/web/newsletter-box.tsx';
import { formatDate } from '#shared/dates.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import drawing from '#web/art/empty/no-news.svg';
import { Link } from '#web/router/link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { farClass } from '#web/ui/far-picture.ts';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { LoadingList, Skeleton } from '#web/ui/skeleton.tsx';

const archiveQuery = endpointQuery(listArchive, {});

/** So many issues stand on a phone's first screen. */
const firstScreen = 4;

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
        {isError ? <LoadFailed message="We could not load the issues." onRetry={() => void refetch()} /> : null}
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
          {issues?.map(({ slug, subject, sentAt, picture }, place) => (
            <li
              key={slug}
              className="flex items-center justify-between gap-4 rounded-card border border-line bg-card px-5 py-4 shadow-card"
            >
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <Link to={`/newsletter/archive/${slug}`} className="font-semibold">
                  {subject}
                </Link>
                <p className="text-16 text-ink-soft">
                  <time dateTime={sentAt}>{formatDate(sentAt, city.timeZone)}</time>
                </p>
              </div>
              {picture === null ? null : (
                <div
                  className={clsx(
                    'h-18 w-24 shrink-0 overflow-hidden rounded-control bg-ground-deep',
                    place >= firstScreen && farClass,
                  )}
                >
                  <Picture src={picture} alt="" sizes="96px" className="dims h-full w-full object-cover" />
                </div>
              )}
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
