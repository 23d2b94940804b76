import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { searchCount } from '#features/businesses/result-count.ts';
import { BusinessList } from '#features/businesses/web/business-list.tsx';
import { BusinessListJsonLd } from '#features/businesses/web/business-list-json-ld.tsx';
import { DirectorySearch } from '#features/businesses/web/directory-search.tsx';
import { type FilterParameter, filterParameters, readListAddress } from '#features/businesses/web/list-address.ts';
import { businessSearchQuery, searchContextQuery } from '#features/businesses/web/search-query.ts';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { listingPropertiesQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import drawing from '#web/art/empty/no-results.svg';
import type { PageArgs, PageProps } from '#web/page.ts';
import { Link } from '#web/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/layout.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';

/** Placeholders while the list loads. */
const placeholders = 9;

type Parameter = 'search' | 'spelling' | 'category' | 'cursor' | 'view' | FilterParameter;

export const queries = ({ search }: PageArgs<Parameter>) => {
  const asked = readListAddress(search);
  return [businessSearchQuery(asked), searchContextQuery(asked), categoriesQuery, listingPropertiesQuery];
};

export function Page({ search: address }: PageProps<Parameter>) {
  const city = useCity();
  const asked = readListAddress(address);
  const { search, cursor } = asked;
  const list = useInfiniteQuery(businessSearchQuery(asked));
  const categories = useQuery(categoriesQuery).data ?? [];
  const category = categories.find(({ slug }) => slug === asked.category);
  const first = list.data?.pages[0];
  // No number says that nothing was found above the town's own answer.
  const { data: context, isPending, isPlaceholderData } = useQuery(searchContextQuery(asked));
  const isTownAlone = context?.isTownAlone || ((context?.townAbove ?? 0) > 0 && first?.total === 0);
  const heading = search ? `Search Results for "${search}"` : 'All Businesses';
  const isFiltered = filterParameters.some((name) => asked[name] !== undefined);
  // A map stands whole on the first screen.
  const hasMap = asked.view === 'map';
  const isNarrowed = search !== undefined || category !== undefined || cursor !== undefined || isFiltered;

  return (
    <>
      <PageHead
        title={search ? heading : 'Business Directory'}
        description={`Find shops, restaurants, doctors and services in ${city.name}, ${city.region}: what is open now, what is near, and how to reach it.`}
        canonicalPath="/directory"
        // Search engines index the list itself, not every possible search.
        noIndex={search !== undefined || cursor !== undefined || isFiltered}
      />
      <BreadcrumbJsonLd trail={[{ name: 'Directory', path: '/directory' }]} />
      <PageHero
        title="Business Directory"
        text={`Shops, services and good things to eat, in ${city.name} and around the corner.`}
        picture={city.pagePictures.directory}
        isShort
        isSlim={isNarrowed || hasMap}
      >
        <DirectorySearch categories={categories} asked={asked} />
      </PageHero>
      <Section labelledBy="results" className={hasMap ? 'pt-3! lg:pt-6!' : 'pt-3! lg:pt-12!'}>
        <BusinessList
          path="/directory"
          asked={asked}
          list={list}
          placeholders={placeholders}
          heading={
            <h2 id="results" title={heading} className="line-clamp-3 text-26 break-words lg:text-34">
              {heading}
            </h2>
          }
          count={
            <div
              data-counts={
                first && search && !cursor
                  ? `/api/businesses/search-counts?search=${encodeURIComponent(search)}`
                  : undefined
              }
              className="flex min-w-40 flex-1 flex-wrap items-center gap-x-4 text-ink-soft"
            >
              <p role="status" className="empty:-ms-4">
                {first && !isPending && !isTownAlone ? (
                  <span className="numbers">
                    {searchCount(first.total, context?.closeFrom ?? null, isPlaceholderData === list.isPlaceholderData)}
                  </span>
                ) : null}
                {first && category ? <span> in {category.name}</span> : null}
              </p>
              {isNarrowed ? (
                <Link to="/directory" className="flex min-h-8 items-center lg:min-h-11">
                  Show all businesses
                </Link>
              ) : null}
            </div>
          }
          empty={
            <EmptyState
              isBrief
              drawing={drawing}
              title="No businesses found"
              text="Try adjusting your search criteria or browse all categories."
            >
              <ButtonLink look="secondary" to="/directory">
                Show all businesses
              </ButtonLink>
            </EmptyState>
          }
        />
        {isNarrowed ? null : <BusinessListJsonLd name={heading} businesses={first?.businesses ?? []} city={city} />}
      </Section>
    </>
  );
}
