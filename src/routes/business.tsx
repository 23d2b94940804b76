import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { directionsLink } from '#features/businesses/business-links.ts';
import { businessPhotos } from '#features/businesses/business-photos.ts';
import type { Business } from '#features/businesses/contract.ts';
import { chosenProperties } from '#features/businesses/properties.ts';
import { ActionBar } from '#features/businesses/web/action-bar.tsx';
import { ActionsCard } from '#features/businesses/web/actions-card.tsx';
import { BusinessHeader } from '#features/businesses/web/business-header.tsx';
import { BusinessJsonLd } from '#features/businesses/web/business-json-ld.tsx';
import { BusinessNotFound, businessNotFoundText } from '#features/businesses/web/business-not-found.tsx';
import { BusinessPageSkeleton } from '#features/businesses/web/business-page-skeleton.tsx';
import { businessQuery } from '#features/businesses/web/business-queries.ts';
import { ContactCard } from '#features/businesses/web/contact-card.tsx';
import { MoreInCategory } from '#features/businesses/web/more-in-category.tsx';
import { useOpenState } from '#features/businesses/web/open-status.tsx';
import { OpeningHoursCard } from '#features/businesses/web/opening-hours-card.tsx';
import { PhotoGrid } from '#features/businesses/web/photo-grid.tsx';
import { Breadcrumbs } from '#features/city-guide/web/breadcrumbs.tsx';
import { listingPropertiesQuery, useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { MoreAbout } from '#features/events/web/more-about-part.tsx';
import { isPictured } from '#features/maps/is-pictured.ts';
import { StaticMap } from '#features/maps/web/static-map.tsx';
import { ReportDialog } from '#features/reports/web/report-dialog.tsx';
import { isNotFound } from '#web/api-client/api-error.ts';
import type { PageArgs } from '#web/page.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { InTurn } from '#web/ui/in-turn.tsx';
import { Container } from '#web/ui/layout.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { usePlainForm } from '#web/ui/plain-form.tsx';

const path = (slug: string) => `/business/${slug}`;

export const queries = ({ params }: PageArgs) => [businessQuery(params.slug ?? ''), listingPropertiesQuery];

/** A former slug redirects to the business's current address. */
export function canonicalPath({ params }: PageArgs, client: QueryClient): string | null {
  const business = client.getQueryData(businessQuery(params.slug ?? '').queryKey);
  return business === undefined ? null : path(business.slug);
}

export function Page() {
  const { slug = '' } = usePageParams();
  const navigate = useNavigate();
  const { data, isError, error, refetch } = useQuery(businessQuery(slug));

  useEffect(() => {
    if (data && data.slug !== slug) void navigate(path(data.slug), { replace: true });
  }, [data, slug, navigate]);

  if (data) return <BusinessPage key={data.id} business={data} />;
  if (isNotFound(error)) {
    return (
      <>
        <PageHead title="Business Not Found" description={businessNotFoundText} noIndex />
        <BusinessNotFound />
      </>
    );
  }
  if (isError) {
    return (
      <Container className="py-16">
        <PageHead title="Business" description="" noIndex />
        <LoadFailed message="Failed to fetch business" onRetry={() => void refetch()} />
      </Container>
    );
  }
  return <BusinessPageSkeleton />;
}

function BusinessPage({ business }: { business: Business }) {
  const city = useCity();
  const report = useRef<HTMLDialogElement>(null);
  const plain = usePlainForm('report');
  const state = useOpenState(business, city.timeZone);
  const town = `${city.name}, ${city.region}`;
  const { slug, name, category, categoryName, description } = business;
  const { data: list = [] } = useQuery(listingPropertiesQuery);
  const properties = chosenProperties(list, business.properties).map((property) => property.name);
  const url = city.siteUrl + path(slug);
  return (
    <>
      <PageHead
        title={`${name} - ${categoryName}`}
        description={description ?? factsLine(business, town)}
        canonicalPath={path(slug)}
        image={`/og/business/${slug}.png`}
      />
      <BusinessJsonLd business={business} city={city} properties={properties} />
      {plain?.done ? (
        <Container className="pt-4">
          <p role="status" className="rounded-card border border-line bg-card px-5 py-4 font-semibold">
            {plain.message}
          </p>
        </Container>
      ) : null}
      <BusinessHeader
        business={business}
        town={town}
        state={state}
        breadcrumbs={
          <Breadcrumbs
            trail={[
              { name: 'Directory', path: '/directory' },
              { name: categoryName, path: `/category/${category}` },
              { name, path: path(slug) },
            ]}
          />
        }
      />
      <Container className="py-8 lg:py-14">
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
          <section aria-labelledby="about">
            <h2 id="about" className="text-26">
              About
            </h2>
            <p className="mt-3 max-w-[66ch] whitespace-pre-line [overflow-wrap:anywhere]">
              {description ?? 'No description available for this business.'}
            </p>
            <MoreAbout business={business} city={city} />
          </section>
          <aside
            aria-label="Contact and opening hours"
            className="grid grid-cols-1 content-start items-start gap-5 md:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid-cols-1"
          >
            <ContactCard business={business} town={town} />
            <InTurn>
              <div className="grid gap-5">
                <OpeningHoursCard {...business} state={state} />
                <ActionsCard slug={slug} name={name} url={url} onReport={() => report.current?.showModal()} />
                {business.ownerId === null ? (
                  <p className="text-16 text-ink-soft print:hidden">
                    Is this your business?{' '}
                    <Link
                      to={`/claim-business?business=${slug}`}
                      className="inline-flex min-h-11 items-center underline"
                    >
                      Claim it
                    </Link>
                  </p>
                ) : null}
              </div>
            </InTurn>
          </aside>
          <InTurn>
            <Pictures business={business} town={town} />
          </InTurn>
        </div>
        {business.isPremium ? null : <MoreInCategory business={business} />}
        <ReportDialog slug={slug} name={name} dialog={report} />
      </Container>
      <ActionBar business={business} town={town} url={url} />
    </>
  );
}

/** Photos and map. */
function Pictures({ business, town }: { business: Business; town: string }) {
  const { name, address, latitude, longitude } = business;
  const { map } = useCity();
  const place = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const photos = businessPhotos(business);
  const directions = (
    <a
      href={directionsLink(business, town)}
      rel="noopener"
      data-count="map"
      data-count-at={`/api/businesses/${business.id}/counts`}
      className="inline-flex min-h-11 items-center text-16 print:hidden"
    >
      Directions to {name}
    </a>
  );
  return (
    <div className="grid content-start gap-8 empty:hidden lg:col-start-1 lg:gap-10">
      {photos.length > 0 ? (
        <section aria-labelledby="photos">
          <h2 id="photos" className="text-26">
            Photos
          </h2>
          <PhotoGrid photos={photos} />
        </section>
      ) : null}
      {place === null ? null : isPictured(map, place) ? (
        <StaticMap {...place} size="wide" label={`Map: ${name}, ${address ?? town}`} caption={directions} />
      ) : (
        <section aria-labelledby="way" className="print:hidden">
          <h2 id="way" className="text-26">
            Getting there
          </h2>
          <p className="mt-3">{address ?? town}</p>
          {directions}
        </section>
      )}
    </div>
  );
}

/** For search engines, of a business without a description: only what its page has. */
function factsLine({ name, category, categoryName, phone, hours }: Business, town: string): string {
  // 'Other' says nothing of a business.
  const kind = category === 'other' ? ' in' : `: ${categoryName} in`;
  const facts = ['address', ...(phone ? ['phone number'] : []), ...(hours ? ['opening hours'] : [])];
  const list = facts.length === 1 ? 'address' : `${facts.slice(0, -1).join(', ')} and ${facts.at(-1)}`;
  return `${name}${kind} ${town}. ${list.charAt(0).toUpperCase()}${list.slice(1)}.`;
}
