import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readSearchTerm } from '#features/businesses/contract.ts';
import { resultCount } from '#features/businesses/result-count.ts';
import { BusinessListJsonLd } from '#features/businesses/web/business-list-json-ld.tsx';
import { BusinessResults } from '#features/businesses/web/business-results.tsx';
import { directoryPath } from '#features/businesses/web/directory-path.ts';
import { DirectorySearch } from '#features/businesses/web/directory-search.tsx';
import { businessSearchQuery } from '#features/businesses/web/search-query.ts';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { BreadcrumbJsonLd } from '#features/city-guide/web/breadcrumb-json-ld.tsx';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import drawing from '#web/art/empty/no-results.svg';
import type { PageArgs, PageProps, PageSearch } from '#web/page.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/layout.tsx';
import { PageHero } from '#web/ui/page-hero.tsx';

/** Placeholders while the list loads. */
const placeholders = 9;

type Parameter = 'search' | 'category' | 'cursor';

const readSearch = (search: PageSearch<Parameter>) => ({
  search: readSearchTerm(search.get('search') ?? '') || undefined,
  categoryId: search.get('category') || undefined,
  cursor: search.get('cursor') || undefined,
});

export const queries = ({ search }: PageArgs<Parameter>) => [businessSearchQuery(readSearch(search)), categoriesQuery];

export function Page({ search: address }: PageProps<Parameter>) {
  const city = useCity();
  const asked = readSearch(address);
  const { search, categoryId, cursor } = asked;
  const list = useInfiniteQuery(businessSearchQuery(asked));
  const categories = useQuery(categoriesQuery).data ?? [];
  const category = categories.find(({ slug }) => slug === categoryId);
  const first = list.data?.pages[0];
  const heading = search ? `Search Results for "${search}"` : 'All Businesses';
  // Search engines index the list itself, not every possible search.
  const isIndexed = search === undefined && cursor === undefined;
  const isNarrowed = search !== undefined || category !== undefined || cursor !== undefined;

  return (
    <>
      <PageHead
        title={search ? heading : 'Business Directory'}
        description={`Find shops, restaurants, doctors and services in ${city.name}, ${city.region}, with addresses, telephone numbers and opening hours.`}
        canonicalPath="/directory"
        noIndex={!isIndexed}
      />
      <BreadcrumbJsonLd trail={[{ name: 'Directory', path: '/directory' }]} />
      <PageHero
        title="Business Directory"
        text={`Shops, services and good things to eat, in ${city.name} and around the corner.`}
        picture={city.pagePictures.directory}
      >
        <DirectorySearch categories={categories} search={search} category={category?.slug} />
      </PageHero>
      <Section labelledBy="results">
        <h2 id="results" className="text-26 break-words lg:text-34">
          {heading}
        </h2>
        <div
          data-counts={
            first && search && !cursor
              ? `/api/businesses/search-counts?search=${encodeURIComponent(search)}`
              : undefined
          }
          className="mt-2 mb-6 flex min-h-11 flex-wrap items-center gap-x-4 text-ink-soft lg:mb-8"
        >
          <p role="status">
            {first ? <span className="numbers">{resultCount(first.total)}</span> : null}
            {first && category ? <span> in {category.name}</span> : null}
          </p>
          {isNarrowed ? (
            <Link to="/directory" className="flex min-h-11 items-center">
              Show all businesses
            </Link>
          ) : null}
        </div>
        {first?.correctedTo ? (
          <p className="-mt-2 mb-6 rounded-card border border-line bg-card px-5 py-4">
            Showing results for <strong>{first.correctedTo}</strong>. Nothing was found for “{search}”.
          </p>
        ) : null}
        <BusinessResults
          list={list}
          placeholders={placeholders}
          pageAt={(next) => directoryPath({ search, category: categoryId, cursor: next })}
          empty={
            <EmptyState
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
