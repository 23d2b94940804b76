import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { resultCount } from '#features/businesses/result-count.ts';
import { BusinessGridLoading } from '#features/businesses/web/business-grid.tsx';
import { BusinessList } from '#features/businesses/web/business-list.tsx';
import { BusinessListJsonLd } from '#features/businesses/web/business-list-json-ld.tsx';
import {
  type FilterParameter,
  filterParameters,
  type ListAddress,
  readFilters,
  readView,
} from '#features/businesses/web/list-address.ts';
import { businessSearchQuery, searchContextQuery } from '#features/businesses/web/search-query.ts';
import type { ShownCategory } from '#features/categories/contract.ts';
import { CategoryBand } from '#features/categories/web/category-band.tsx';
import { CategoryBandSkeleton } from '#features/categories/web/category-band-skeleton.tsx';
import { CategoryNotFound, categoryNotFoundText } from '#features/categories/web/category-not-found.tsx';
import { categoryQuery } from '#features/categories/web/category-queries.ts';
import { Breadcrumbs } from '#features/city-guide/web/breadcrumbs.tsx';
import { listingPropertiesQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { formatNumber } from '#shared/numbers.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import drawing from '#web/art/empty/no-business.svg';
import type { PageArgs, PageProps, PageSearch } from '#web/page.ts';
import { usePageParams } from '#web/page-params.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CategoryGlyph } from '#web/ui/category-glyph.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Container, Section } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';

/** Placeholders while the list loads. */
const placeholders = 6;

const path = (slug: string) => `/category/${slug}`;
type Parameter = 'cursor' | 'view' | FilterParameter;

const readAddress = (search: PageSearch<Parameter>, category: string): ListAddress => ({
  ...readFilters(search),
  category,
  cursor: search.get('cursor') || undefined,
  view: readView(search),
});

export const queries = ({ params, search }: PageArgs<Parameter>) => {
  const slug = params.slug ?? '';
  const asked = readAddress(search, slug);
  return [categoryQuery(slug), businessSearchQuery(asked), searchContextQuery(asked), listingPropertiesQuery];
};

export function Page({ search }: PageProps<Parameter>) {
  const { slug = '' } = usePageParams();
  const { data, isError, error, refetch } = useQuery(categoryQuery(slug));
  if (data) return <CategoryPage category={data} asked={readAddress(search, data.slug)} />;
  if (isNotFound(error)) {
    return (
      <>
        <PageHead title="Category Not Found" description={categoryNotFoundText} noIndex />
        <CategoryNotFound />
      </>
    );
  }
  if (isError) {
    return (
      <Container className="py-16">
        <PageHead title="Category" description="" noIndex />
        <LoadFailed message="Failed to fetch businesses" onRetry={() => void refetch()} />
      </Container>
    );
  }
  return (
    <>
      <CategoryBandSkeleton />
      <Section>
        <BusinessGridLoading count={placeholders} />
      </Section>
    </>
  );
}

function CategoryPage({ category, asked }: { category: ShownCategory; asked: ListAddress }) {
  const city = useCity();
  const { slug, name, icon, color, businessCount, isHidden } = category;
  const list = useInfiniteQuery(businessSearchQuery(asked));
  const isPart = asked.cursor !== undefined || filterParameters.some((name) => asked[name] !== undefined);
  const first = list.data?.pages[0];
  const description = category.description ?? `Discover the best ${name} in ${city.name}`;
  return (
    <>
      <PageHead title={name} description={description} canonicalPath={path(slug)} noIndex={isPart || isHidden} />
      <CategoryBand slug={slug} tint={color}>
        <Breadcrumbs
          trail={[
            { name: 'Directory', path: '/directory' },
            { name, path: path(slug) },
          ]}
        />
        <div className="flex items-start gap-4 lg:mt-4 lg:gap-8">
          <span className="tint-fill grid size-14 shrink-0 place-items-center rounded-card lg:size-28">
            <CategoryGlyph icon={icon} className="size-10 lg:size-20" />
          </span>
          <div className="min-w-0 flex-1">
            <h1 className="text-26 [overflow-wrap:anywhere] lg:text-46">{name}</h1>
            <p className="mt-1 max-w-[40rem] text-16 lg:mt-2 lg:text-21">{description}</p>
            <p className="numbers mt-1 font-semibold lg:mt-3 text-[color:var(--tint-ink)]">
              {formatNumber(businessCount)} {businessCount === 1 ? 'business' : 'businesses'}
            </p>
          </div>
        </div>
      </CategoryBand>
      <Section labelledBy="results" className={asked.view === 'map' ? 'pt-4! lg:pt-6!' : 'pt-4! lg:pt-12!'}>
        <BusinessList
          path={path(slug)}
          asked={asked}
          list={list}
          placeholders={placeholders}
          heading={
            <h2 id="results" className="sr-only">
              Businesses in {name}
            </h2>
          }
          count={
            <p role="status" className="numbers text-ink-soft">
              {first ? resultCount(first.total) : null}
            </p>
          }
          empty={
            isPart ? (
              <EmptyState
                drawing={drawing}
                title={`No businesses found in ${name}`}
                text="None of them is all that you chose. Take a choice off, and more are shown."
              >
                <ButtonLink look="secondary" to={path(slug)}>
                  Show all of {name}
                </ButtonLink>
              </EmptyState>
            ) : (
              <EmptyState
                drawing={drawing}
                title={`No businesses found in ${name}`}
                text="Be the first to list your business in this category!"
              >
                <ButtonLink to="/get-listed">List your business</ButtonLink>
              </EmptyState>
            )
          }
        />
        {isPart ? null : <BusinessListJsonLd name={name} businesses={first?.businesses ?? []} city={city} />}
      </Section>
    </>
  );
}
