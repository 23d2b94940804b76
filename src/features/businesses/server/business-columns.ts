import { sql } from 'drizzle-orm';
import { businesses, categories } from '#server/db/schema/index.ts';
import { type PlainText, plainTexts, recordOf } from '#shared/listing-fields.ts';
import type { Closures } from '../closures.ts';
import type { Business, BusinessSummary } from '../contract.ts';

/** A card's columns; needs businesses joined with categories. `now` decides what is premium. */
export function summaryColumns(now: Date) {
  const isPremium = sql<boolean>`coalesce(${businesses.premiumExpiresAt} > ${now.toISOString()}::timestamptz, false)`;
  return {
    id: businesses.id,
    slug: businesses.slug,
    name: businesses.name,
    description: sql<string | null>`nullif(${businesses.description}, '')`,
    address: sql<string | null>`nullif(${businesses.address}, '')`,
    category: categories.slug,
    categoryName: categories.name,
    logoUrl: businesses.logoUrl,
    imageUrl: businesses.imageUrl,
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

/** The columns of a listing's page and form; needs businesses joined with categories. */
export function pageColumns(now: Date) {
  return {
    ...summaryColumns(now),
    hours: businesses.hours,
    closures: businesses.closures,
    socialLinks: businesses.socialLinks,
    ...(recordOf(plainTexts, (name) => businesses[name]) as Pick<typeof businesses, PlainText>),
  };
}

type SummaryRow = Omit<BusinessSummary, 'premiumExpiresAt'> & { premiumExpiresAt: Date | null };

export function toSummary(row: SummaryRow): BusinessSummary {
  return { ...row, premiumExpiresAt: row.premiumExpiresAt?.toISOString() ?? null };
}

type PageRow<R extends SummaryRow> = R & { hours: unknown; closures: unknown; socialLinks: unknown };

/** Gives the JSON columns their types. */
export function toPage<R extends SummaryRow>(row: PageRow<R>) {
  return {
    ...row,
    ...toSummary(row),
    hours: row.hours as Business['hours'],
    closures: row.closures as Closures,
    socialLinks: row.socialLinks as Business['socialLinks'],
  };
}
