import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ArticleJsonLd } from '#features/articles/web/article-json-ld.tsx';
import { articleQuery } from '#features/articles/web/article-queries.ts';
import { ArticleView } from '#features/articles/web/article-view.tsx';
import { NextArticle, RelatedArticles } from '#features/articles/web/more-articles.tsx';
import { moreArticlesQuery } from '#features/articles/web/teaser-queries.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { NewsletterBox } from '#features/newsletter/web/newsletter-box.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageArgs } from '#web/page.ts';
import { usePageParams } from '#web/page-params.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const queries = ({ params }: PageArgs) => [
  articleQuery(params.slug ?? ''),
  moreArticlesQuery(params.slug ?? ''),
];

/** A former slug redirects to the article's current address. */
export function canonicalPath({ params }: PageArgs, client: QueryClient): string | null {
  const article = client.getQueryData(articleQuery(params.slug ?? '').queryKey);
  return article === undefined ? null : `/news/${article.slug}`;
}

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
      <div role="status" className="mx-auto max-w-[40rem]">
        <title>Loading...</title>
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
  const { slug = '' } = usePageParams();
  const city = useCity();
  const navigate = useNavigate();
  const { data: article, error, refetch } = useQuery(articleQuery(slug));
  useEffect(() => {
    if (article && article.slug !== slug) void navigate(`/news/${article.slug}`, { replace: true });
  }, [article, slug, navigate]);
  if (isNotFound(error)) return <ArticleNotFound />;
  if (error) {
    return (
      <Container className="py-16">
        <PageHead title="News" description="" noIndex />
        <LoadFailed message="Failed to fetch article" onRetry={() => void refetch()} />
      </Container>
    );
  }
  if (article === undefined) return <ArticleSkeleton />;
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
      <ArticleView article={article} timeZone={city.timeZone}>
        <div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-5 border-t border-line pt-6 print:hidden">
          <ShareButton
            label="Share this story"
            what="story"
            title={article.title}
            url={`${city.siteUrl}/news/${article.slug}`}
          />
          <NextArticle slug={article.slug} />
        </div>
      </ArticleView>
      <div className="border-t border-line bg-ground-deep print:hidden">
        <Container className="grid gap-10 py-10 lg:gap-14 lg:py-14">
          <RelatedArticles slug={article.slug} timeZone={city.timeZone} />
          <NewsletterBox />
        </Container>
      </div>
    </>
  );
}
