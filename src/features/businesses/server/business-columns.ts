import { type Placeholder, sql } from 'drizzle-orm';
import { businesses, categories } from '#server/db/schema/index.ts';
import { addDays } from '#shared/dates.ts';
import { type PlainText, plainTexts, recordOf } from '#shared/listing-fields.ts';
import { milesBetween } from '#shared/miles-between.ts';
import type { Closures } from '../closures.ts';
import type { Business, BusinessSummary, ListedBusiness } from '../contract.ts';
import type { Place } from '../list-query.ts';

export const premiumAt = (now: Date | Placeholder) =>
  sql<boolean>`coalesce(${businesses.premiumExpiresAt} > ${now instanceof Date ? now.toISOString() : now}::timestamptz, false)`;

/** The pictures that visitors see: both of a premium listing, one of any other (docs/product-rules.md#premium-pages). */
export function shownPictures(now: Date | Placeholder) {
  const { logoUrl, imageUrl, basicPicture } = businesses;
  const isPremium = premiumAt(now);
  return {
    logoUrl: sql<
      string | null
    >`case when ${isPremium} or ${imageUrl} is null or ${basicPicture} = 'logo' then ${logoUrl} end`,
    imageUrl: sql<
      string | null
    >`case when ${isPremium} or ${logoUrl} is null or ${basicPicture} = 'photo' then ${imageUrl} end`,
  };
}

/** A card's columns; needs businesses joined with categories. `now` decides what is premium. */
export function summaryColumns(now: Date | Placeholder) {
  const isPremium = premiumAt(now);
  return {
    id: businesses.id,
    slug: businesses.slug,
    name: businesses.name,
    description: sql<string | null>`nullif(${businesses.description}, '')`,
    address: sql<string | null>`nullif(${businesses.address}, '')`,
    category: categories.slug,
    categoryName: categories.name,
    ...shownPictures(now),
    featured: sql<boolean>`(${businesses.featuredByStaff} or ${isPremium})`,
    verified: sql<boolean>`(${businesses.status} = 'approved')`,
    website: businesses.website,
    phone: businesses.phone,
    email: businesses.email,
    latitude: businesses.latitude,
    longitude: businesses.longitude,
    ownerId: businesses.ownerId,
    isPremium,
    premiumExpiresAt: businesses.premiumExpiresAt,
    properties: businesses.properties,
  };
}

/** The same with what a card says of today. */
export function listedColumns(now: Date | Placeholder) {
  return { ...summaryColumns(now), hours: businesses.hours, closures: businesses.closures };
}

/** The columns of a listing's page and form; needs businesses joined with categories. */
export function pageColumns(now: Date | Placeholder) {
  return {
    ...listedColumns(now),
    socialLinks: businesses.socialLinks,
    confirmedAt: businesses.confirmedAt,
    takesMessages: sql<boolean>`(${businesses.takesMessages} and ${businesses.ownerId} is not null)`,
    ...(recordOf(plainTexts, (name) => businesses[name]) as Pick<typeof businesses, PlainText>),
  };
}

type SummaryRow = Omit<BusinessSummary, 'premiumExpiresAt'> & { premiumExpiresAt: Date | null };

export function toSummary(row: SummaryRow): BusinessSummary {
  return { ...row, premiumExpiresAt: row.premiumExpiresAt?.toISOString() ?? null };
}

/** A card: without closings that are over, and with its distance where somebody asks from a place. */
export function toListed(
  row: SummaryRow & { hours: unknown; closures: unknown },
  { now, near = null }: { now: Date; near?: Place | null },
): ListedBusiness {
  const { latitude, longitude } = row;
  const isFar = near !== null && latitude !== null && longitude !== null;
  // In the city it may still be yesterday.
  const yesterday = addDays(now.toISOString().slice(0, 10), -1);
  return {
    ...toSummary(row),
    hours: row.hours as ListedBusiness['hours'],
    closures: (row.closures as Closures).filter(({ to }) => to >= yesterday),
    distanceMiles: isFar ? Math.round(milesBetween(near, { latitude, longitude }) * 100) / 100 : null,
  };
}

type PageRow<R extends SummaryRow> = R & {
  hours: unknown;
  closures: unknown;
  socialLinks: unknown;
  confirmedAt: Date | null;
};

/** Gives the JSON columns their types. */
export function toPage<R extends SummaryRow>(row: PageRow<R>) {
  return {
    ...row,
    ...toSummary(row),
    hours: row.hours as Business['hours'],
    closures: row.closures as Closures,
    socialLinks: row.socialLinks as Business['socialLinks'],
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  };
}
