import { useQuery } from '@tanstack/react-query';
import { adsQuery, BannerAd, MoreSidebarAds, SidebarAds } from '#features/ads/web/ad-slot.tsx';
import { ArticleTeasers } from '#features/articles/web/article-teaser.tsx';
import { newestArticlesQuery } from '#features/articles/web/teaser-queries.ts';
import { BusinessCard } from '#features/businesses/web/business-card.tsx';
import { BusinessCardSkeleton } from '#features/businesses/web/business-card-skeleton.tsx';
import { BusinessListJsonLd } from '#features/businesses/web/business-list-json-ld.tsx';
import { featuredBusinessesQuery } from '#features/businesses/web/business-queries.ts';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { homeGuideQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { upcomingEventsQuery } from '#features/events/web/event-queries.ts';
import { EventsWidget } from '#features/events/web/events-widget.tsx';
import { CategoryGrid } from '#features/home/web/category-grid.tsx';
import { DiscoverTiles } from '#features/home/web/discover-tiles.tsx';
import { HeroCarousel } from '#features/home/web/hero-carousel.tsx';
import { HomeSearch } from '#features/home/web/home-search.tsx';
import { QuickLinks } from '#features/home/web/quick-links.tsx';
import { NewsletterBox } from '#features/newsletter/web/newsletter-box.tsx';
import { SiteJsonLd } from '#features/site-frame/web/site-json-ld.tsx';
import { Link } from '#web/router/link.tsx';
import { InTurn } from '#web/ui/in-turn.tsx';
import { Container, Section } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingList, Skeleton } from '#web/ui/skeleton.tsx';

const placeholders = 6;
/** The tiles work even when their pictures could not be loaded. */
const withoutPictures = { pictures: {}, thingsToDo: null, placesToStay: null };

export const queries = () => [
  homeGuideQuery,
  featuredBusinessesQuery,
  categoriesQuery,
  upcomingEventsQuery,
  newestArticlesQuery,
  adsQuery,
];

function NewestMembers() {
  const { data, isError } = useQuery(featuredBusinessesQuery);
  return (
    <Section labelledBy="newest-members" className="later-4 max-sm:py-6 lg:pb-0">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="newest-members" className="text-26 lg:text-34">
          Newest Members
        </h2>
        <Link to="/directory" className="inline-flex min-h-11 items-center font-semibold">
          View All
        </Link>
      </div>
      {isError ? (
        <div className="mt-6 text-ink-soft">
          <p>Failed to fetch businesses</p>
          <p>Reload the page to try again.</p>
        </div>
      ) : null}
      {data === undefined && !isError ? (
        <LoadingList count={placeholders} label="Loading businesses" className="members">
          <BusinessCardSkeleton />
        </LoadingList>
      ) : null}
      {data?.length === 0 ? (
        <p className="mt-6 text-ink-soft">
          None yet. <Link to="/get-listed">List your business</Link>, and it is the first.
        </p>
      ) : null}
      <ul className="members member-cards">
        {data?.map((business) => (
          <InTurn key={business.slug}>
            <li>
              <BusinessCard business={business} />
            </li>
          </InTurn>
        ))}
        {data && data.length > 0 ? (
          <li className="more-members">
            <Link to="/directory">Browse all businesses</Link>
          </li>
        ) : null}
      </ul>
    </Section>
  );
}

/** Nothing while a town has no news. */
function NewestNews({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(newestArticlesQuery);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="news" className="later-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="news" className="text-26 lg:text-34">
          Latest news
        </h2>
        <Link to="/news" className="inline-flex min-h-11 items-center font-semibold">
          All news
        </Link>
      </div>
      <ArticleTeasers articles={data} timeZone={timeZone} leadsWithFirst />
    </section>
  );
}

export function Page() {
  const city = useCity();
  const { data: guide, isError, refetch } = useQuery(homeGuideQuery);
  const { data: featured } = useQuery(featuredBusinessesQuery);
  const { data: news } = useQuery(newestArticlesQuery);
  const name = `${city.name}, ${city.region}`;
  return (
    <>
      <PageHead title="Local businesses, events and news" description={city.description} canonicalPath="/" />
      <SiteJsonLd />
      {featured ? <BusinessListJsonLd name="Newest Members" businesses={featured} city={city} /> : null}
      <h1 className="sr-only">{name}: local businesses, events and news</h1>
      {guide ? (
        <HeroCarousel slides={guide.heroSlides} heading={name}>
          <HomeSearch />
          <QuickLinks />
        </HeroCarousel>
      ) : isError ? (
        <Container className="grid gap-6 pt-8">
          <LoadFailed message="We could not load the slides." onRetry={() => void refetch()} />
          <HomeSearch />
          <QuickLinks />
        </Container>
      ) : (
        <Skeleton className="h-[33rem] rounded-none" />
      )}
      <BannerAd place="top" />
      <Section labelledBy="discover" className="later-1 max-sm:py-6">
        <h2 id="discover" className="text-26 lg:text-34">
          Discover
        </h2>
        {guide || isError ? (
          <InTurn>
            <DiscoverTiles discover={guide?.discover ?? withoutPictures} />
          </InTurn>
        ) : (
          <Skeleton className="mt-6 h-96" />
        )}
      </Section>
      <div className="border-y border-line bg-ground-deep">
        <Container className="home-band py-6 sm:py-10 lg:py-16">
          <NewestNews timeZone={city.timeZone} />
          <InTurn>
            <div className="later-3 home-side">
              <EventsWidget timeZone={city.timeZone} />
              <SidebarAds besidePictures={news?.map(({ imageUrl }) => imageUrl)} />
            </div>
          </InTurn>
          <MoreSidebarAds />
        </Container>
      </div>
      <NewestMembers />
      <Section labelledBy="categories" className="later-4 max-sm:py-6">
        <h2 id="categories" className="text-26 lg:text-34">
          Browse by Category
        </h2>
        <InTurn>
          <CategoryGrid />
        </InTurn>
      </Section>
      <BannerAd place="end" />
      <Container className="later-5 pb-8 sm:pb-16">
        <NewsletterBox />
      </Container>
    </>
  );
}
