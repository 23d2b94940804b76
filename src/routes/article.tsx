import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ArticleJsonLd } from '#features/articles/web/article-json-ld.tsx';
import { articleCategoryLabels } from '#features/articles/web/article-labels.ts';
import { articleQuery } from '#features/articles/web/article-queries.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { BreadcrumbJsonLd } from '#features/site-frame/web/breadcrumb-json-ld.tsx';
import { PageHead } from '#features/site-frame/web/page-head.tsx';
import { formatDate } from '#shared/dates.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageArgs } from '#web/page.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CleanHtml } from '#web/ui/clean-html.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const queries = ({ params }: PageArgs) => [articleQuery(params.slug ?? '')];

function ArticleNotFound() {
  const text = "The article you're looking for doesn't exist or has been moved.";
  return (
    <>
      <PageHead title="Article Not Found" description={text} noIndex />
      <EmptyState level={1} drawing={drawing} title="Article Not Found" text={text}>
        <ButtonLink to="/news">← Back to News</ButtonLink>
      </EmptyState>
    </>
  );
}

function ArticleSkeleton() {
  return (
    <Container className="py-10">
      <div role="status" className="mx-auto max-w-[46rem]">
        <span className="sr-only">Loading article</span>
        <Skeleton className="h-7 w-40" />
        <Skeleton className="mt-4 h-14" />
        <Skeleton className="mt-6 aspect-[16/9]" />
        <Skeleton className="mt-6 h-64" />
      </div>
    </Container>
  );
}

export function Page() {
  const { slug = '' } = useParams();
  const city = useCity();
  const { data: article, error, refetch } = useQuery(articleQuery(slug));
  if (isNotFound(error)) return <ArticleNotFound />;
  if (error) {
    return (
      <Container className="py-16">
        <LoadFailed message="Failed to fetch article" onRetry={() => void refetch()} />
      </Container>
    );
  }
  if (article === undefined) return <ArticleSkeleton />;
  const category = articleCategoryLabels[article.category];
  return (
    <>
      <PageHead
        title={article.title}
        description={article.excerpt || article.content}
        type="article"
        image={`/og/article/${article.slug}.png`}
      />
      <ArticleJsonLd article={article} city={city} />
      <BreadcrumbJsonLd
        trail={[
          { name: 'News', path: '/news' },
          { name: article.title, path: `/news/${article.slug}` },
        ]}
      />
      <Container className="py-8 lg:py-14">
        <article className="mx-auto max-w-[46rem]">
          <ButtonLink to="/news" look="quiet" className="-ml-5">
            Back to News
          </ButtonLink>
          <p className="mt-4 flex flex-wrap items-center gap-3 text-16 text-ink-soft">
            <Badge tint={category.tint}>{category.label}</Badge>
            <time dateTime={article.createdAt} className="numbers">
              {formatDate(article.createdAt, city.timeZone)}
            </time>
            {article.author ? <span>By {article.author}</span> : null}
          </p>
          <h1 className="mt-3 text-34 lg:text-46">{article.title}</h1>
          {article.excerpt ? <p className="mt-4 text-18 text-ink-soft lg:text-21">{article.excerpt}</p> : null}
          {article.imageUrl ? (
            <figure className="mt-8">
              <Picture
                src={article.imageUrl}
                alt={article.imageAlt ?? ''}
                sizes="(min-width: 50rem) 46rem, 100vw"
                priority
                className="max-h-[32rem] w-full rounded-card object-cover"
              />
              {article.imageCaption ? (
                <figcaption className="mt-2 text-14 text-ink-soft">{article.imageCaption}</figcaption>
              ) : null}
            </figure>
          ) : null}
          {article.content ? (
            <CleanHtml html={article.content} className="mt-8 max-w-[66ch] lg:text-18" />
          ) : (
            <p className="mt-8">Article content is not available.</p>
          )}
        </article>
      </Container>
    </>
  );
}
