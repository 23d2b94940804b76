/** The schemas of a city pack's sample/ folder: made-up content for an empty database. */
import * as z from 'zod/mini';
import { articleCategories, eventCategories } from '#shared/city.ts';
import { hoursClashes } from '#shared/hours-clashes.ts';
import { maxOf, plainTexts, recordOf } from '#shared/listing-fields.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { latitude, longitude } from './city-map-schema.ts';
import { key, phone, pictureFile, slug, text, webAddress } from './city-pack-schema.ts';

const clock = z.string().check(z.regex(/^([01][0-9]|2[0-4]):[0-5][0-9]$/));

/** sample/businesses.json: made-up listings for an empty database. */
export const SampleBusinesses = z.array(
  z.strictObject({
    name: text(maxOf('name')),
    category: slug,
    description: z.string().check(z.maxLength(maxOf('description'))),
    address: text(maxOf('address')),
    phone: z.optional(phone),
    email: z.optional(z.email()),
    website: z.optional(webAddress),
    latitude: z.optional(latitude),
    longitude: z.optional(longitude),
    logo: z.optional(pictureFile),
    image: z.optional(pictureFile),
    gallery: z.optional(z.array(pictureFile).check(z.maxLength(8))),
    hours: z.optional(
      OpeningHours.check(
        z.refine((hours) => Object.keys(hoursClashes(hours)).length === 0, 'hours run into the next opening'),
      ),
    ),
    ...recordOf(plainTexts, (name) => z.optional(text(maxOf(name)))),
    /** Keys of properties.json. */
    properties: z._default(z.array(key), []),
    /** The name of a sample owner; a listing without one can be claimed. */
    owner: z.optional(slug),
    status: z._default(z.enum(['approved', 'pending']), 'approved'),
    featured: z._default(z.boolean(), false),
    /** Premium for this many days from the day on which the content is loaded. */
    premiumDays: z.optional(z.int()),
    /** Needs premiumDays to be seen; each ends that many days after the day on which the content is loaded. */
    offers: z.optional(
      z
        .array(
          z.strictObject({
            title: text(80),
            text: z.optional(text(200)),
            days: z.int().check(z.minimum(0), z.maximum(365)),
          }),
        )
        .check(z.maxLength(3)),
    ),
    addedDaysAgo: z.int().check(z.nonnegative()),
    /** Confirmed by its owner or staff this many days ago; left out: never. */
    confirmedDaysAgo: z.optional(z.int().check(z.nonnegative())),
  }),
);

/** sample/events.json: dates are relative to the day on which the content is loaded. */
export const SampleEvents = z.array(
  z.strictObject({
    title: text(120),
    category: z.enum(eventCategories),
    location: text(160),
    /** HTML; cleaned by the allow-list when it is loaded. */
    description: z.string().check(z.maxLength(5000)),
    startTime: clock,
    endTime: z.nullable(clock),
    when: z.union([
      z.strictObject({ inDays: z.int() }),
      /** An RFC 5545 rule without DTSTART, for example FREQ=MONTHLY;BYDAY=3TH. */
      z.strictObject({ rule: z.string().check(z.regex(/^FREQ=(WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[A-Z0-9,+-]+)*$/)) }),
    ]),
    picture: z.optional(pictureFile),
    isFree: z.optional(z.boolean()),
    price: z.optional(text(60)),
    /** The name of the sample listing that puts it on. */
    business: z.optional(text(120)),
  }),
);

/** sample/articles.json, each with its text in sample/articles/{slug}.html */
export const SampleArticles = z.array(
  z.strictObject({
    slug,
    title: text(120),
    category: z.enum(articleCategories),
    excerpt: text(300),
    picture: z.optional(pictureFile),
    pictureCaption: z.optional(text(200)),
    author: z.optional(text(60)),
    daysAgo: z.int(),
    published: z._default(z.boolean(), true),
  }),
);

/** sample/ads.json: house ads for the home page. */
export const SampleAds = z.array(
  z.strictObject({
    slot: z.enum(['banner', 'sidebar']),
    title: text(60),
    text: text(160),
    label: text(30),
    url: z.union([z.string().check(z.regex(/^\/(?!\/)/)), webAddress]),
    picture: z.optional(pictureFile),
  }),
);
