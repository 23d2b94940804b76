import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArticleCard, ArticleCardSkeleton } from '#features/articles/web/article-card.tsx';
import { articleListQuery } from '#features/articles/web/article-queries.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { formatNumber } from '#shared/numbers.ts';
import drawing from '#web/art/empty/no-news.svg';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';
import { LoadingList } from '#web/ui/skeleton.tsx';

const placeholders = 3;
/** The newest article takes two columns on a large screen, with its picture beside the text. */
const lead = clsx(
  'lg:col-span-2 lg:[&_h3]:text-34 lg:[&_.line-clamp-3]:line-clamp-none lg:has-[img]:[&>article]:flex-row',
  'lg:has-[img]:[&>article>:first-child]:w-3/5 lg:has-[img]:[&>article>:first-child]:shrink-0',
  'lg:[&_img]:aspect-auto lg:[&_img]:h-full',
);
const grid = 'mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3';

export const queries = () => [articleListQuery];

export function Page() {
  const city = useCity();
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(articleListQuery);
  const articles = data?.pages.flatMap((page) => page.articles);
  const total = data?.pages[0]?.total ?? 0;
  return (
    <>
      <PageHead
        title="News"
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
            Latest Articles
          </h2>
          {articles ? (
            <p className="numbers text-ink-soft">
              {formatNumber(total)} {total === 1 ? 'article' : 'articles'}
            </p>
          ) : null}
        </div>
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
          />
        ) : null}
        <ul className={grid}>
          {articles?.map((article, place) => (
            <li key={article.id} className={place === 0 ? lead : undefined}>
              <ArticleCard article={article} timeZone={city.timeZone} priority={place === 0} />
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
