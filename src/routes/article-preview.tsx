/**
 * An article as its editor left it, for everybody who has the link: the article's page, under a line that
 * says so.
 */
import { useQuery } from '@tanstack/react-query';
import { previewArticle } from '#features/articles/contract.ts';
import { ArticleView } from '#features/articles/web/article-view.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { formatDate } from '#shared/dates.ts';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageArgs, PageProps } from '#web/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

// A link without a token was cut off; the refusal of the call says so.
const previewQuery = (token: string | null) => endpointQuery(previewArticle, { params: { token: token || 'none' } });

export const queries = ({ search }: PageArgs<'token'>) => [previewQuery(search.get('token'))];

export function Page({ search }: PageProps<'token'>) {
  const { timeZone } = useCity();
  const { data, error, refetch } = useQuery(previewQuery(search.get('token')));
  return (
    <>
      <PageHead title={data ? `Preview: ${data.article.title}` : 'Preview'} description="Not published." noIndex />
      {data ? (
        <>
          <Container className="pt-4">
            <p className="rounded-control border border-gold-line bg-gold-ground px-4 py-3 text-16 text-gold">
              <strong>Preview.</strong> Anybody with this link sees what is in the editor, until{' '}
              {formatDate(data.expiresAt, timeZone)}.
            </p>
          </Container>
          <ArticleView article={data.article} timeZone={timeZone} />
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          level={1}
          drawing={drawing}
          title="Nothing to preview"
          text={problemMessage(error, 'This preview link leads nowhere.')}
        >
          <ButtonLink to="/news">← Back to News</ButtonLink>
        </EmptyState>
      ) : error ? (
        <Container className="py-10">
          <LoadFailed message="We could not load the preview." onRetry={() => void refetch()} />
        </Container>
      ) : (
        <Spinner />
      )}
    </>
  );
}
