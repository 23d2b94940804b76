import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { type PublicField, publicPlainTexts, recordOf } from '#shared/listing-fields.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { firstLetters } from '#shared/whole-letters.ts';
import { Closures } from './closures.ts';

/** The fields of a business card. An empty text is null. */
export const BusinessSummary = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** null: the page shows '{city}, {region}'. */
  address: z.nullable(z.string()),
  /** The category's slug. */
  category: z.string(),
  categoryName: z.string(),
  logoUrl: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  featured: z.boolean(),
  /** true: approved; false: pending review */
  verified: z.boolean(),
  website: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** Opaque; null: nobody has claimed it. */
  ownerId: z.nullable(z.string()),
  isPremium: z.boolean(),
  premiumExpiresAt: z.nullable(z.string()),
  /** Keys from the city pack's list, in its order. */
  properties: z.array(z.string()),
});
export type BusinessSummary = z.infer<typeof BusinessSummary>;

export const socialNetworks = ['facebook', 'instagram', 'x', 'tiktok', 'youtube', 'linkedin', 'yelp'] as const;

export const networkNames: Record<(typeof socialNetworks)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  yelp: 'Yelp',
};

/** The whole address of the business's page on each network. */
export const SocialLinks = z.partialRecord(z.enum(socialNetworks), z.string());
export type SocialLinks = z.infer<typeof SocialLinks>;

const BusinessEvent = /* @__PURE__ */ (() =>
  z.object({
    slug: z.string(),
    title: z.string(),
    startDate: z.string(),
    endDate: z.nullable(z.string()),
    allDay: z.boolean(),
  }))();

const ShownRecommendation = /* @__PURE__ */ (() =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** Empty: a tap without words. */
    text: z.string(),
    /** 'October 2026' */
    month: z.string(),
    /** The owner's. */
    answer: z.nullable(z.string()),
  }))();

/** Every public field of the list. Pages call the API without this schema, so it must be free of side effects to be left out. */
export const Business = /* @__PURE__ */ (() =>
  z.object({
    ...BusinessSummary.shape,
    hours: z.nullable(OpeningHours),
    /** Closures that have not ended. */
    closures: Closures,
    /** Holidays of the next two weeks, on which it may keep other hours, soonest first. `isClosed`: it has said that it is closed. */
    holidays: z.optional(z.array(z.object({ day: z.string(), name: z.string(), isClosed: z.boolean() }))),
    socialLinks: SocialLinks,
    photos: z.array(z.object({ url: z.string(), alt: z.string() })),
    /** When its owner or staff last confirmed it; null: nobody ever has. */
    confirmedAt: z.nullable(z.string()),
    /** True: it has an owner, who takes messages by the site's form. */
    takesMessages: z.boolean(),
    /** The offers that have not ended, only of a premium listing; the first to end comes first. */
    offers: z.array(z.object({ title: z.string(), text: z.nullable(z.string()), until: z.string() })),
    /** Its owner's announcements that have not ended, newest first. */
    announcements: z.array(
      z.object({ text: z.string(), url: z.nullable(z.string()), createdAt: z.string(), until: z.string() }),
    ),
    /** The next events that it puts on, each once, soonest first. */
    events: z.array(BusinessEvent),
    /** Residents' good words, newest first, the latest 50. */
    recommendations: z.array(ShownRecommendation),
    ...recordOf(publicPlainTexts, () => z.nullable(z.string())),
  } satisfies Record<
    | PublicField
    | 'photos'
    | 'holidays'
    | 'confirmedAt'
    | 'takesMessages'
    | 'offers'
    | 'announcements'
    | 'events'
    | 'recommendations',
    z.ZodMiniType
  > &
    Record<string, z.ZodMiniType>))();
export type Business = z.infer<typeof Business>;

const defaultPageSize = 60;
const maxPageSize = 100;
export const maxSearchLength = 200;

/** A search without invisible characters; '' when nothing is left, which means no search. */
export function readSearchTerm(typed: string): string {
  const term = firstLetters(typed.replace(/\p{Cc}/gu, ' ').trim(), maxSearchLength);
  return /[^\p{Cf}\p{Z}]/u.test(term) ? term : '';
}

/** Longer searches are cut, not refused: no search may be an error. */
export const SearchTerm = z.pipe(z.string(), z.transform(readSearchTerm));

/** Unknown values count as not given (list-query.ts): a shared link never ends in an error. */
const ListQuery = z.object({
  search: z.optional(SearchTerm),
  /** 'typed': no word is corrected. */
  spelling: z.optional(z.string()),
  /** Id or slug; 'all' and '' mean every category. */
  categoryId: z.optional(z.string().check(z.maxLength(80))),
  /** 'now', 'today', 'tonight', 'tomorrow', 'weekend', 'late', '24h', 'saturday' or 'saturday-19:00', in the town's time. */
  open: z.optional(z.string()),
  /** 'latitude,longitude' or 'center': where distances are measured from. */
  near: z.optional(z.string()),
  /** Miles around `near`, or around the town's center without it. */
  within: z.optional(z.string()),
  /** Keys of properties with commas between them: a listing has all of them. */
  properties: z.optional(z.string()),
  /** 'yes': listings with a picture. */
  photos: z.optional(z.string()),
  /** 'fit', 'distance', 'name' or 'newest'. */
  sort: z.optional(z.string()),
});

/** A card of a list. */
export const ListedBusiness = z.extend(BusinessSummary, {
  hours: z.nullable(OpeningHours),
  /** Closures that have not ended. */
  closures: Closures,
  /** From `near`, or from the center where the list is sorted or limited by distance; otherwise null. */
  distanceMiles: z.nullable(z.number()),
});
export type ListedBusiness = z.infer<typeof ListedBusiness>;

export const listBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses',
  who: 'anyone',
  summary:
    'Approved businesses, best fit first, premium first among equals, close results last. Headers X-Total-Count (1001: more than 1,000), Link rel="next", X-Corrected-Search, X-Set-Aside (words that nothing matches together with the others)',
  query: z.extend(ListQuery, {
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPageSize)), defaultPageSize),
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  answer: z.array(ListedBusiness),
  problems: [],
});

/** The meaning of one part of a search; `without` is the search without that part. */
const UnderstoodPart = z.object({
  kind: z.enum(['what', 'when', 'where', 'property']),
  /** As it was typed. */
  text: z.string(),
  /** For people: 'Open Saturday', 'Near the center', 'Outdoor seating'. */
  label: z.string(),
  without: z.string(),
});

const TownHit = z.object({
  kind: z.enum(['event', 'article', 'page', 'offer']),
  title: z.string(),
  /** A path of this site, or a web address. */
  href: z.string(),
  /** A line below the title: a date, a telephone number, what the page says. */
  note: z.nullable(z.string()),
  /** A telephone number to call, with which the note begins. */
  phone: z.nullable(z.string()),
});
export type TownHit = z.infer<typeof TownHit>;

export const SearchContext = z.object({
  understood: z.array(UnderstoodPart),
  /** Words that no listing has together with the other words. */
  setAside: z.array(z.string()),
  /** The corrected search, when misspelled words were replaced. */
  correctedTo: z.nullable(z.string()),
  /** Index in the whole list, over all its pages, where close results begin; null: there are none. */
  closeFrom: z.nullable(z.int()),
  /** Links that may help when little fits. */
  offers: z.object({
    categories: z.array(z.object({ slug: z.string(), name: z.string() })),
    pages: z.array(TownHit),
  }),
  /** Events, articles and pages that answer the search, at most 6. */
  town: z.array(TownHit),
  /** The number of these that answer the search better than businesses do: they stand above the list, the others below it. */
  townAbove: z.int(),
  /** The town's answers above the list are only close matches or guesses. */
  townIsGuess: z.boolean(),
  /** The town's answers are what was asked for, and businesses only have some of the words. */
  isTownAlone: z.boolean(),
  /**
   * What each choice would leave of this list: of its first 1,000. `properties` holds only those that would leave something;
   * `within` miles around `near` or the center.
   */
  counts: z.object({
    openNow: z.int(),
    openToday: z.int(),
    photos: z.int(),
    properties: z.record(z.string(), z.int()),
    categories: z.record(z.string(), z.int()),
    within: z.record(z.string(), z.int()),
  }),
});
export type SearchContext = z.infer<typeof SearchContext>;

export const readSearchContext = endpoint({
  method: 'GET',
  path: '/api/search/context',
  who: 'anyone',
  summary:
    'What stands around a list of businesses: how the search was read, offers, other answers of the town, counts',
  query: ListQuery,
  answer: SearchContext,
  problems: [],
});

export const listFeaturedBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses/featured',
  who: 'anyone',
  summary: 'The newest featured businesses, at most 12',
  answer: z.array(ListedBusiness),
  problems: [],
});

export const getBusiness = endpoint({
  method: 'GET',
  path: '/api/businesses/{slug}',
  who: 'anyone',
  summary: 'One approved business; a former slug redirects',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  answer: Business,
  problems: ['not_found', 'moved'],
});

export const suggestBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses/suggestions',
  who: 'anyone',
  summary: 'Names that begin with what was typed, at most 8',
  query: z.object({ search: SearchTerm }),
  answer: z.array(z.object({ slug: z.string(), name: z.string(), categoryName: z.string() })),
  problems: [],
});
