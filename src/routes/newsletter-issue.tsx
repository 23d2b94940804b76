import { useQuery } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { getArchivedIssue } from '#features/newsletter/reader-contract.ts';
import { NewsletterBox } from '#features/newsletter/web/newsletter-box.tsx';
import { formatDate } from '#shared/dates.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageArgs } from '#web/page.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CleanHtml } from '#web/ui/clean-html.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const issueQuery = (slug: string) => endpointQuery(getArchivedIssue, { params: { slug } });

export const queries = ({ params }: PageArgs) => [issueQuery(params.slug ?? '')];

export function Page() {
  const city = useCity();
  const { slug = '' } = usePageParams();
  const { data: issue, error, refetch } = useQuery(issueQuery(slug));
  if (issue === undefined) {
    if (error === null) return <Spinner />;
    return (
      <Container className="py-10">
        <PageHead title="Newsletter" description="An issue of our newsletter." noIndex />
        {isNotFound(error) ? (
          <EmptyState
            level={1}
            drawing={drawing}
            title="Issue not found"
            text="It may have moved. All issues are here:"
          >
            <ButtonLink to="/newsletter/archive">All issues</ButtonLink>
          </EmptyState>
        ) : (
          <LoadFailed message="We could not load this issue." onRetry={() => void refetch()} />
        )}
      </Container>
    );
  }
  return (
    <Container className="py-10">
      <div className="max-w-3xl">
        <PageHead title={issue.subject} description={`Newsletter of ${city.name}, ${city.region}.`} noIndex />
        <p className="text-16 text-ink-soft">
          <Link to="/newsletter/archive">Newsletter</Link> ·{' '}
          <time dateTime={issue.sentAt}>{formatDate(issue.sentAt, city.timeZone)}</time>
        </p>
        <h1 className="mt-2 mb-6 text-34">{issue.subject}</h1>
        <CleanHtml html={issue.html} />
      </div>
      <div className="mt-12 print:hidden">
        <NewsletterBox />
      </div>
    </Container>
  );
}
