import type { OpeningHours } from '#shared/opening-hours.ts';
import { JsonLd, type JsonLdNode } from '#web/seo/json-ld.tsx';
import { postalAddress } from '#web/seo/postal-address.ts';
import { absoluteUrl, type SeoTown } from '#web/seo/town.ts';
import type { Business } from '../contract.ts';
import { phoneLink } from '../phone-link.ts';

/** The schema.org type by category slug; any other slug is a LocalBusiness. */
const typeByCategory = new Map([
  ['food-dining', 'Restaurant'],
  ['health-beauty', 'BeautySalon'],
  ['legal-services', 'LegalService'],
  ['medical-services', 'MedicalBusiness'],
  ['pet-services', 'VeterinaryCare'],
  ['professional-services', 'ProfessionalService'],
  ['real-estate-services', 'RealEstateAgent'],
  ['shopping', 'Store'],
]);

const dayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const;

/** The hours of a business that has not given any. */
const defaultHours: OpeningHours = Object.fromEntries(
  (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => [day, [['09:00', '17:00']]]),
);

/** Days that are open at the same time share an entry. */
function openingHours(hours: OpeningHours): JsonLdNode[] {
  const daysByRange = new Map<string, string[]>();
  for (const [day, name] of Object.entries(dayNames)) {
    for (const [opens, closes] of hours[day as keyof typeof dayNames] ?? []) {
      const range = `${opens} ${closes === '24:00' ? '23:59' : closes}`;
      daysByRange.set(range, [...(daysByRange.get(range) ?? []), name]);
    }
  }
  return [...daysByRange].map(([range, days]) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days,
    opens: range.slice(0, 5),
    closes: range.slice(6),
  }));
}

/** @param properties names of what it has, 'Outdoor seating' */
export function businessNode(business: Business, town: SeoTown, properties: readonly string[] = []): JsonLdNode {
  const hours = openingHours(business.hours ?? defaultHours);
  const pictures = [business.imageUrl, business.logoUrl, ...business.photos.map((photo) => photo.url)].filter(
    (url) => url !== null,
  );
  const pages = [...(business.website === null ? [] : [business.website]), ...Object.values(business.socialLinks)];
  const url = absoluteUrl(town, `/business/${business.slug}`);
  const isPlaced = business.latitude !== null && business.longitude !== null;
  return {
    '@type': typeByCategory.get(business.category) ?? 'LocalBusiness',
    '@id': `${url}#business`,
    name: business.name,
    url,
    description: business.description ?? undefined,
    telephone: business.phone !== null && phoneLink(business.phone) ? business.phone : undefined,
    email: business.email ?? undefined,
    logo: business.logoUrl === null ? undefined : absoluteUrl(town, business.logoUrl),
    image: pictures.length === 0 ? undefined : [...new Set(pictures)].map((picture) => absoluteUrl(town, picture)),
    sameAs: pages.length === 0 ? undefined : pages,
    address: postalAddress(town, business.address),
    geo: {
      '@type': 'GeoCoordinates',
      latitude: isPlaced ? business.latitude : town.geo.latitude,
      longitude: isPlaced ? business.longitude : town.geo.longitude,
    },
    openingHoursSpecification: hours.length === 0 ? undefined : hours,
    // Closed the whole day: Google reads it from two equal times.
    specialOpeningHoursSpecification:
      business.closures.length === 0
        ? undefined
        : business.closures.map(({ from, to }) => ({
            '@type': 'OpeningHoursSpecification',
            validFrom: from,
            validThrough: to,
            opens: '00:00',
            closes: '00:00',
          })),
    amenityFeature:
      properties.length === 0
        ? undefined
        : properties.map((name) => ({ '@type': 'LocationFeatureSpecification', name, value: true })),
    priceRange: '$$',
  };
}

/** Structured data of a business's own page. */
export function BusinessJsonLd({
  business,
  city,
  properties,
}: {
  business: Business;
  city: SeoTown;
  properties: readonly string[];
}) {
  return <JsonLd data={import.meta.env.SSR ? businessNode(business, city, properties) : null} />;
}
