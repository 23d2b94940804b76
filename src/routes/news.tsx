import { useInfiniteQuery } from '@tanstack/react-query';
import { type NewsFilter, readNewsFilter } from '#features/articles/news-filter.ts';
import { ArticleCard, ArticleCardSkeleton } from '#features/articles/web/article-card.tsx';
import { articleCategoryLabels } from '#features/articles/web/article-labels.ts';
import { articleCountsQuery, articleListQuery } from '#features/articles/web/article-queries.ts';
import { NewsFilterLinks } from '#features/articles/web/news-filter-links.tsx';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { formatMonth } from '#shared/dates.ts';
import { formatNumber } from '#shared/numbers.ts';
import drawing from '#web/art/empty/no-news.svg';
import type { PageArgs, PageProps, PageSearch } from '#web/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';
import { LoadingList } from '#web/ui/skeleton.tsx';

const placeholders = 3;
const grid = 'article-grid mt-6';

type Search = PageSearch<'category' | 'month'>;

const readFilter = (search: Search) => readNewsFilter(search.get('category'), search.get('month'));

export const queries = ({ search }: PageArgs<'category' | 'month'>) => {
  const filter = readFilter(search);
  return [articleListQuery(filter), articleCountsQuery(filter)];
};

/** 'Latest Articles', 'Business, July 2026' */
function headingOf({ category, month }: NewsFilter): string {
  const parts = [category && articleCategoryLabels[category].label, month && formatMonth(month)];
  return parts.filter(Boolean).join(', ') || 'Latest Articles';
}

export function Page({ search }: PageProps<'category' | 'month'>) {
  const city = useCity();
  const filter = readFilter(search);
  const isNarrowed = filter.category !== undefined || filter.month !== undefined;
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    articleListQuery(filter),
  );
  const articles = data?.pages.flatMap((page) => page.articles);
  const total = data?.pages[0]?.total ?? 0;
  return (
    <>
      <PageHead
        title={isNarrowed ? `News: ${headingOf(filter)}` : 'News'}
        noIndex={isNarrowed}
        description={`Local news from ${city.name}, ${city.region}: community stories, business and what is coming up.`}
      />
      <BreadcrumbJsonLd trail={[{ name: 'News', path: '/news' }]} />
      <PageHero
        title="Local News"
        text={`Stories from ${city.name} and its neighbors.`}
        picture={city.pagePictures.news}
      />
      <Section labelledBy="articles">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 id="articles" className="text-26 lg:text-34">
            {headingOf(filter)}
          </h2>
          {articles ? (
            <p className="numbers text-ink-soft">
              {formatNumber(total)} {total === 1 ? 'article' : 'articles'}
            </p>
          ) : null}
        </div>
        <NewsFilterLinks filter={filter} />
        {isError ? <LoadFailed message="Failed to fetch articles" onRetry={() => void refetch()} /> : null}
        {articles === undefined && !isError ? (
          <LoadingList count={placeholders} label="Loading articles" className={grid}>
            <ArticleCardSkeleton />
          </LoadingList>
        ) : null}
        {articles?.length === 0 ? (
          <EmptyState
            drawing={drawing}
            title="No articles available"
            text="Check back later for community news and updates."
          >
            {isNarrowed ? <ButtonLink to="/news">All articles</ButtonLink> : null}
          </EmptyState>
        ) : null}
        <ul className={grid}>
          {articles?.map((article, place) => (
            <li key={article.id}>
              <ArticleCard article={article} timeZone={city.timeZone} isLead={place === 0} />
            </li>
          ))}
        </ul>
        {hasNextPage ? (
          <LoadMore label="Show more articles" isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />
        ) : null}
      </Section>
    </>
  );
}
