import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { firstLetters } from '#shared/whole-letters.ts';
import { Closures } from './closures.ts';

/** What a card shows. Specification 3; empty texts are null. */
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

export const Business = z.extend(BusinessSummary, {
  hours: z.nullable(OpeningHours),
  /** Those that are not over yet. */
  closures: Closures,
  socialLinks: SocialLinks,
  photos: z.array(z.object({ url: z.string(), alt: z.string() })),
});
export type Business = z.infer<typeof Business>;

export const defaultPageSize = 60;
export const maxPageSize = 100;
export const maxSearchLength = 200;

/** A search as it is meant and shown; '' where nothing of it can be seen, which is no search. */
export function readSearchTerm(typed: string): string {
  const term = firstLetters(typed.replace(/\p{Cc}/gu, ' ').trim(), maxSearchLength);
  return /[^\p{Cf}\p{Z}]/u.test(term) ? term : '';
}

/** Longer searches are cut, not refused: nobody types them, and no query may be an error. */
export const SearchTerm = z.pipe(z.string(), z.transform(readSearchTerm));

export const listBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses',
  who: 'anyone',
  summary:
    'Approved businesses: premium first, then relevance, then name. Headers X-Total-Count (1001: more than 1,000), Link rel="next", X-Corrected-Search',
  query: z.object({
    search: z.optional(SearchTerm),
    /** Id or slug; 'all' and '' mean every category. */
    categoryId: z.optional(z.string().check(z.maxLength(80))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPageSize)), defaultPageSize),
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  answer: z.array(BusinessSummary),
  problems: [],
});

export const listFeaturedBusinesses = endpoint({
  method: 'GET',
  path: '/api/businesses/featured',
  who: 'anyone',
  summary: 'The newest featured businesses, at most 12',
  answer: z.array(BusinessSummary),
  problems: [],
});

export const getBusiness = endpoint({
  method: 'GET',
  path: '/api/businesses/{slug}',
  who: 'anyone',
  summary: 'One approved business; a former slug redirects',
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  answer: Business,
  problems: ['not_found'],
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
