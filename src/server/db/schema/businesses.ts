import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

export const categories = pgTable('categories', {
  id: id(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  description: text(),
  icon: text().notNull(),
  color: text().notNull(),
  position: integer().notNull(),
  /** Nobody is offered it; listings in it stay. */
  isHidden: boolean().notNull().default(false),
  /** Approved businesses in it, kept by a statement trigger on businesses. */
  businessCount: integer().notNull().default(0),
});

/** The host of a website, backwards: 'https://www.oak.com/x' gives 'moc.kao.www'. The index businesses_website_host holds it. */
export const reversedHost = (website: AnyPgColumn) =>
  sql`reverse(substring(lower(${website}) from '^https?://(?:[^/?#]*@)?([^/:?#]+)'))`;

export const businesses = pgTable(
  'businesses',
  {
    id: id(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull().default(''),
    address: text().notNull().default(''),
    phone: text(),
    email: text(),
    website: text(),
    /**
     * Who wrote the website last. It proves a claim only when staff or an import did (features/claims/server/find-doubts.ts),
     * so everything that changes `website` sets this column too. Means nothing without a website; null proves nothing.
     */
    websiteBy: text({ enum: ['import', 'staff', 'owner'] }),
    categoryId: uuid()
      .notNull()
      .references(() => categories.id),
    logoUrl: text(),
    imageUrl: text(),
    /** Visitors see this one while the listing is not premium and has both a logo and a photo. */
    basicPicture: text({ enum: ['logo', 'photo'] })
      .notNull()
      .default('photo'),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The kind of person who put the pin; null: an import, or nobody. An import leaves such a pin alone. */
    placeBy: text({ enum: ['staff', 'owner'] }),
    /** shared/city.ts OpeningHours */
    hours: jsonb(),
    /** features/businesses/contract.ts Closures: days on which the usual hours do not count. */
    closures: jsonb().notNull().default([]),
    /** features/businesses/contract.ts SocialLinks */
    socialLinks: jsonb().notNull().default({}),
    /** Where to park, in a line. */
    parking: text(),
    /** Properties of the business ('wheelchair', 'delivery'): keys from the city pack's list. */
    properties: text().array().notNull().default([]),
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    submittedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: ['pending', 'approved', 'rejected', 'hidden'] })
      .notNull()
      .default('pending'),
    rejectionReason: text(),
    /** Hidden by its owner, who may put it back; false: by staff. Means nothing in another state. */
    hiddenByOwner: boolean().notNull().default(false),
    /** Marked by staff; a premium business is featured without it. */
    featuredByStaff: boolean().notNull().default(false),
    /** End of the paid time, derived from subscriptions and written by the premium feature alone. */
    premiumExpiresAt: instant(),
    /** Where an import found it, so that the same file can be imported again. Some sources repeat their ids. */
    source: text(),
    sourceId: text(),
    /**
     * Normalised forms for finding the same place under another spelling (features/businesses/match-keys.ts): whoever
     * writes name or address writes these, too. An import fills in those that are null.
     */
    nameKey: text(),
    addressKey: text(),
    /** Counts edits, so that a second editor of an old copy is told. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    approvedAt: instant(),
    /** When its owner or staff last said, by saving or by the button, that all of it is still right. */
    confirmedAt: instant(),
    /** The owner's switch. A listing without an owner takes none anyway. */
    takesMessages: boolean().notNull().default(true),
  },
  (t) => [
    index('businesses_category_id').on(t.categoryId),
    index('businesses_owner_id').on(t.ownerId).where(sql`${t.ownerId} is not null`),
    index('businesses_status').on(t.status, t.createdAt).where(sql`${t.status} <> 'approved'`),
    index('businesses_featured')
      .on(t.approvedAt.desc())
      .where(sql`${t.status} = 'approved' and (${t.featuredByStaff} or ${t.premiumExpiresAt} is not null)`),
    index('businesses_source_key').on(t.source, t.sourceId).where(sql`${t.sourceId} is not null`),
    // With the pattern operators, addresses that begin with one house number are a range in any collation.
    index('businesses_name_key').on(t.nameKey, t.addressKey.op('text_pattern_ops')),
    index('businesses_address_key').on(t.addressKey),
    index('businesses_phone_digits')
      .on(sql`right(regexp_replace(${t.phone}, '\\D', '', 'g'), 10)`)
      .where(sql`${t.phone} is not null`),
    // Reversed, so that all hosts below one registered domain are a range.
    index('businesses_website_host').on(sql`${reversedHost(t.website)} text_pattern_ops`),
    check('businesses_website_by_known', sql`${t.websiteBy} in ('import', 'staff', 'owner')`),
    check('businesses_basic_picture_known', sql`${t.basicPicture} in ('logo', 'photo')`),
    check('businesses_place_by_known', sql`${t.placeBy} in ('staff', 'owner')`),
    check('businesses_status_known', sql`${t.status} in ('pending', 'approved', 'rejected', 'hidden')`),
  ],
);

/** Former slugs: they redirect for good and are never given to another business. */
export const businessSlugs = pgTable('business_slugs', {
  slug: text().primaryKey(),
  businessId: uuid()
    .notNull()
    .references(() => businesses.id, { onDelete: 'cascade' }),
});

export const businessPhotos = pgTable(
  'business_photos',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    alt: text().notNull().default(''),
    position: integer().notNull(),
  },
  (t) => [index('business_photos_business_id').on(t.businessId, t.position)],
);

/** Offers of a listing, at most three. They stay when premium ends, and are shown while it runs. */
export const offers = pgTable(
  'offers',
  {
    id: id(),
    businessId: uuid()
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    text: text(),
    /** The last day on which it counts, by the town's calendar. */
    until: date().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('offers_business_id').on(t.businessId)],
);
